//! Which message is whose: what the server can do, requests to those who answer them, notifications to the desk.

use super::desk::Desk;
use super::place::Columns;
use super::snapshot::{Caret, Page, Snapshot};
use super::{effect, folding, hover, moving, symbols};
use crate::pack::format::{Rewrite, formatted};
use crate::source::FileId;
use gen_lsp_types as lsp;
use gen_lsp_types::{
    ClientCapabilities, Position, PositionEncodingKind, ServerCapabilities, TextDocumentIdentifier,
    TextDocumentPositionParams, TextEdit, Uri,
};
use lsp_server::{ErrorCode, Notification, Request, Response};
use serde_json::{Value, json};

/// What the server can do, and in what the editor counts columns.
pub fn capabilities(client: &ClientCapabilities) -> (Value, Columns) {
    let general = client.general.as_ref();
    let encodings = general.and_then(|general| general.position_encodings.as_ref());
    let has_bytes = encodings.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
    let (columns, encoding) = match has_bytes {
        true => (Columns::Bytes, PositionEncodingKind::UTF8),
        false => (Columns::Utf16, PositionEncodingKind::UTF16),
    };
    let lens = lsp::CodeLensOptions::default();
    let capabilities = ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::Full),
                save: Some(true.into()),
                ..Default::default()
            }
            .into(),
        ),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        code_lens_provider: Some(lens),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: vec![effect::SHOW.to_owned()],
            ..Default::default()
        }),
        workspace: Some(lsp::WorkspaceOptions {
            workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(true.into()),
            }),
            ..Default::default()
        }),
        ..Default::default()
    };
    let info = json!({ "name": "chartroom", "version": env!("CARGO_PKG_VERSION") });
    let told = json!({ "capabilities": capabilities, "serverInfo": info });
    (told, columns)
}

/// A request on its way to who answers it.
struct Routed<'d> {
    desk: &'d mut Desk,
    request: Option<Request>,
    response: Option<Response>,
    /// A page that is to be shown.
    shown: Option<String>,
}

impl Routed<'_> {
    /// Has a request answered, if it is this one.
    fn on<R: lsp::Request>(
        mut self,
        answer: impl FnOnce(&mut Desk, R::Params) -> Result<R::Result, String>,
    ) -> Self {
        let is_it = |request: &mut Request| request.method == R::METHOD.as_str();
        let Some(request) = self.request.take_if(is_it) else {
            return self;
        };
        let id = request.id;
        self.response = Some(match serde_json::from_value(request.params) {
            Err(error) => {
                let code = ErrorCode::InvalidParams as i32;
                Response::new_err(id, code, error.to_string())
            }
            Ok(params) => match answer(self.desk, params) {
                Ok(result) => Response::new_ok(id, result),
                Err(why) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
            },
        });
        self
    }

    /// Has a request about a place in a text answered; nothing, where the text is of no rulebook.
    fn at<R: lsp::Request>(
        self,
        place: impl FnOnce(&R::Params) -> &TextDocumentPositionParams,
        answer: impl FnOnce(Caret<'_>, &R::Params) -> R::Result,
    ) -> Self
    where
        R::Result: Default,
    {
        self.on::<R>(|desk, params| {
            let TextDocumentPositionParams {
                text_document,
                position,
            } = place(&params);
            let (uri, position) = (&text_document.uri, *position);
            Ok(with_caret(desk, uri, position, |caret| {
                answer(caret, &params)
            }))
        })
    }

    /// Has a request about a text answered.
    fn of<R: lsp::Request>(
        self,
        text: impl FnOnce(&R::Params) -> &TextDocumentIdentifier,
        answer: impl FnOnce(&Snapshot, FileId, &Page, &R::Params) -> R::Result,
    ) -> Self
    where
        R::Result: Default,
    {
        self.on::<R>(|desk, params| {
            let found = desk.find(&text(&params).uri);
            Ok(found.map_or_else(Default::default, |(_, snapshot, file)| {
                let page = snapshot.page(file);
                page.map_or_else(Default::default, |page| {
                    answer(snapshot, file, page, &params)
                })
            }))
        })
    }
}

fn with_caret<T: Default>(
    desk: &Desk,
    uri: &Uri,
    position: Position,
    answer: impl FnOnce(Caret<'_>) -> T,
) -> T {
    let Some((_, snapshot, file)) = desk.find(uri) else {
        return T::default();
    };
    snapshot
        .caret(file, position)
        .map_or_else(T::default, answer)
}

/// The answer to a request, and a page that is to be shown with it.
pub fn answer(desk: &mut Desk, request: Request) -> (Response, Option<String>) {
    let id = request.id.clone();
    let routed = Routed {
        desk,
        request: Some(request),
        response: None,
        shown: None,
    };
    let routed = writing(moving_about(routed));
    let response = routed.response.unwrap_or_else(|| {
        let method = routed.request.map(|request| request.method);
        let message = format!("`{}` is not answered", method.unwrap_or_default());
        Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
    });
    (response, routed.shown)
}

fn moving_about(routed: Routed<'_>) -> Routed<'_> {
    routed
        .at::<lsp::HoverRequest>(
            |own| &own.text_document_position_params,
            |caret, _| hover::at(caret),
        )
        .at::<lsp::DefinitionRequest>(
            |own| &own.text_document_position_params,
            |caret, _| {
                let places = lsp::Definition::LocationList(moving::definition(caret));
                Some(lsp::DefinitionResponse::Definition(places))
            },
        )
        .at::<lsp::ReferencesRequest>(
            |own| &own.text_document_position_params,
            |caret, own| Some(moving::references(caret, own.context.include_declaration)),
        )
        .at::<lsp::DocumentHighlightRequest>(
            |own| &own.text_document_position_params,
            |caret, _| Some(moving::highlights(caret)),
        )
        .of::<lsp::DocumentSymbolRequest>(
            |own| &own.text_document,
            |_, _, page, _| {
                Some(lsp::DocumentSymbolResponse::DocumentSymbolList(
                    symbols::outline(page),
                ))
            },
        )
        .of::<lsp::FoldingRangeRequest>(
            |own| &own.text_document,
            |_, _, page, _| Some(folding::folds(page)),
        )
        .on::<lsp::WorkspaceSymbolRequest>(|desk, params| {
            let roots = desk.roots.iter().filter_map(|root| root.snapshot.as_ref());
            let found = roots.flat_map(|snapshot| symbols::everywhere(snapshot, &params.query));
            Ok(Some(lsp::WorkspaceSymbolResponse::SymbolInformationList(
                found.collect(),
            )))
        })
}

fn writing(routed: Routed<'_>) -> Routed<'_> {
    let mut shown = None;
    let routed = routed
        .of::<lsp::DocumentFormattingRequest>(
            |own| &own.text_document,
            |_, _, page, _| format(page),
        )
        .on::<lsp::CodeLensRequest>(|desk, params| {
            Ok(desk
                .find(&params.text_document.uri)
                .map(|(root, snapshot, file)| {
                    let effect = desk.effect(root);
                    effect.map_or_else(Vec::new, |effect| effect::lenses(effect, snapshot, file))
                }))
        })
        .on::<lsp::ExecuteCommandRequest>(|desk, params| {
            let page = page_of(desk, &params)?;
            shown = Some(page.clone());
            Ok(Some(Value::String(page)))
        });
    Routed { shown, ..routed }
}

/// The text in its form, as one edit of the lines that differ.
fn format(page: &Page) -> Option<Vec<TextEdit>> {
    let text = &page.now.text;
    let new = formatted(&page.path, text, crate::source::FileId(0), Rewrite::Layout).ok()?;
    if new == *text {
        return Some(Vec::new());
    }
    Some(vec![TextEdit {
        range: page.now.whole(),
        new_text: new,
    }])
}

/// Takes a notification; nothing, where it is not as the protocol has it.
pub fn take(desk: &mut Desk, notification: &Notification) -> Option<()> {
    let params = &notification.params;
    let uri = || {
        Some(Uri(params
            .pointer("/textDocument/uri")?
            .as_str()?
            .to_owned()))
    };
    let version = || {
        let version = params.pointer("/textDocument/version")?.as_i64()?;
        i32::try_from(version).ok()
    };
    match notification.method.as_str() {
        "textDocument/didOpen" => {
            let text = params.pointer("/textDocument/text")?.as_str()?;
            desk.write(uri()?, version()?, text.to_owned());
        }
        "textDocument/didChange" => {
            let changes = params.get("contentChanges")?.as_array()?;
            let text = changes.last()?.get("text")?.as_str()?;
            desk.write(uri()?, version().unwrap_or_default(), text.to_owned());
        }
        "textDocument/didClose" => desk.close(&uri()?),
        "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
            (0..desk.roots.len()).for_each(|root| desk.reread(root));
        }
        "workspace/didChangeWorkspaceFolders" => {
            let params: lsp::DidChangeWorkspaceFoldersParams =
                serde_json::from_value(params.clone()).ok()?;
            let path = |folder: &lsp::WorkspaceFolder| super::place::path_of(&folder.uri);
            let gone: Vec<_> = params.event.removed.iter().filter_map(path).collect();
            desk.folders.retain(|folder| !gone.contains(folder));
            desk.folders
                .extend(params.event.added.iter().filter_map(path));
        }
        "workspace/didChangeConfiguration" => {
            let settings = params.get("settings")?;
            desk.setting
                .take(settings.get("chartroom").unwrap_or(settings));
        }
        _ => {}
    }
    Some(())
}

/// What a lens says at length: the page of the difference.
fn page_of(desk: &Desk, params: &lsp::ExecuteCommandParams) -> Result<String, String> {
    if params.command != effect::SHOW {
        return Err(format!("there is no command `{}`", params.command));
    }
    let arguments = params.arguments.as_ref();
    let uri = arguments.and_then(|own| own.first()?.as_str());
    let root = uri.and_then(|uri| Some(desk.find(&Uri(uri.to_owned()))?.0));
    let effect = root.and_then(|root| desk.effect(root));
    Ok(effect.ok_or("nothing is compared yet")?.page.clone())
}
