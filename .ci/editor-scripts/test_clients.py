"""What each of the clients that pytest-lsp knows, by the capabilities that it stored of them, gets from the server."""

import asyncio
import os
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PROGRAM = os.environ["CHARTROOM"]
CLIENTS = ["visual_studio_code", "neovim", "emacs"]


@pytest_lsp.fixture(params=CLIENTS, config=ClientServerConfig(server_command=[PROGRAM, "lsp"]))
async def client(request, lsp_client: LanguageClient, tmp_path):
    pack = tmp_path / "packs/haze"
    subprocess.run([PROGRAM, "new", pack, "--game", "desert"], check=True, stdout=subprocess.DEVNULL)
    lsp_client.desk = pack
    lsp_client.feature("workspace/codeLens/refresh")(lambda *_: None)
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            root_uri=tmp_path.as_uri(),
            workspace_folders=[types.WorkspaceFolder(uri=tmp_path.as_uri(), name="packs")],
        )
    )
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, name: str) -> types.TextDocumentItem:
    path = client.desk / name
    item = types.TextDocumentItem(path.as_uri(), "toml", 1, path.read_text())
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return item


def written(client: LanguageClient, item: types.TextDocumentItem, text: str) -> None:
    item.version += 1
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(item.version, item.uri),
            [types.TextDocumentContentChangeWholeDocument(text)],
        )
    )


def place(item: types.TextDocumentItem, piece: str) -> types.Position:
    before = item.text[: item.text.index(piece) + len(piece)]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


async def until(what: str, is_so) -> None:
    for _ in range(600):
        if is_so():
            return
        await asyncio.sleep(0.1)
    pytest.fail(what)


@pytest.mark.asyncio
async def test_findings_jumps_completion_rename_and_form(client: LanguageClient):
    topic = opened(client, "10-first.toml")
    chart = opened(client, "10-first.ron")
    told = lambda: [found.message for found in client.diagnostics.get(topic.uri, [])]
    written(client, topic, topic.text.replace("6         | much", "6         | nothing"))
    await until("an example that fails is told", lambda: any("gives much, not nothing" in own for own in told()))
    written(client, topic, topic.text)
    await until("and goes when it is mended", lambda: not told())

    document = types.TextDocumentIdentifier(chart.uri)
    at = place(chart, 'down: "haze-roll')
    jumped = await client.text_document_definition_async(types.DefinitionParams(document, at))
    assert [own.uri for own in jumped] == [topic.uri]
    offered = await client.text_document_completion_async(types.CompletionParams(document, at))
    assert "haze-roll" in [item.label for item in offered]
    renamed = await client.text_document_rename_async(types.RenameParams(document, at, "haze-die"))
    assert sorted(renamed.changes) == sorted([chart.uri, topic.uri])
    options = types.FormattingOptions(4, True)
    form = await client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
    assert not form
