//! Which message is whose: what the server can do, requests to those who answer them, notifications to the desk.

use super::desk::{Desk, Shows};
use super::place::Columns;
use super::snapshot::{Caret, Page, Snapshot};
use super::{
    actions, colors, complete, effect, folding, hints, hover, moving, rename, signature, symbols,
};
use crate::pack::format::{Rewrite, formatted};
use crate::source::FileId;
use gen_lsp_types as lsp;
use gen_lsp_types::{
    ClientCapabilities, Position, PositionEncodingKind, ServerCapabilities, TextDocumentIdentifier,
    TextDocumentPositionParams, TextEdit, Uri,
};
use lsp_server::{ErrorCode, Notification, Request, Response};
use serde_json::{Value, json};
use similar::{DiffOp, DiffTag, TextDiff};

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
        document_range_formatting_provider: Some(true.into()),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(["\"", "/", "[", "#", ".", "="].map(str::to_owned).to_vec()),
            ..Default::default()
        }),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(vec![" ".to_owned()]),
            ..Default::default()
        }),
        rename_provider: Some(
            lsp::RenameOptions {
                prepare_provider: Some(true),
                ..Default::default()
            }
            .into(),
        ),
        code_action_provider: Some(
            lsp::CodeActionOptions {
                resolve_provider: Some(shows(client).later),
                ..Default::default()
            }
            .into(),
        ),
        inlay_hint_provider: Some(true.into()),
        semantic_tokens_provider: Some(
            lsp::SemanticTokensOptions {
                legend: colors::legend(),
                range: Some(true.into()),
                full: Some(true.into()),
                ..Default::default()
            }
            .into(),
        ),
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

/// What an editor can show; one that says nothing of Markdown shows it.
pub fn shows(client: &ClientCapabilities) -> Shows {
    let texts = client.text_document.as_ref();
    let hover = texts.and_then(|texts| texts.hover.as_ref());
    let formats = hover.and_then(|hover| hover.content_format.as_ref());
    let actions = texts.and_then(|texts| texts.code_action.as_ref());
    let has_data = actions.and_then(|actions| actions.data_support) == Some(true);
    let later = actions.and_then(|actions| actions.resolve_support.as_ref());
    let is_edit = |text: &String| text == "edit";
    Shows {
        markdown: formats.is_none_or(|formats| formats.contains(&lsp::MarkupKind::Markdown)),
        why: actions.and_then(|actions| actions.disabled_support) == Some(true),
        later: has_data && later.is_some_and(|later| later.properties.iter().any(is_edit)),
    }
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
    let routed = writing(seeing(moving_about(routed)));
    let response = routed.response.unwrap_or_else(|| {
        let method = routed.request.map(|request| request.method);
        let message = format!("`{}` is not answered", method.unwrap_or_default());
        Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
    });
    (response, routed.shown)
}

fn moving_about(routed: Routed<'_>) -> Routed<'_> {
    routed
        .on::<lsp::HoverRequest>(|desk, params| {
            let place = &params.text_document_position_params;
            let (uri, position) = (&place.text_document.uri, place.position);
            let told = with_caret(desk, uri, position, hover::at);
            Ok(match desk.shows.markdown {
                true => told,
                false => told.map(hover::plain),
            })
        })
        .at::<lsp::DefinitionRequest>(
            |definition_params| &definition_params.text_document_position_params,
            |caret, _| {
                let places = lsp::Definition::LocationList(moving::definition(caret));
                Some(lsp::DefinitionResponse::Definition(places))
            },
        )
        .at::<lsp::ReferencesRequest>(
            |reference_params| &reference_params.text_document_position_params,
            |caret, reference_params| {
                Some(moving::references(
                    caret,
                    reference_params.context.include_declaration,
                ))
            },
        )
        .at::<lsp::DocumentHighlightRequest>(
            |document_highlight_params| &document_highlight_params.text_document_position_params,
            |caret, _| Some(moving::highlights(caret)),
        )
        .of::<lsp::DocumentSymbolRequest>(
            |document_symbol_params| &document_symbol_params.text_document,
            |_, _, page, _| {
                Some(lsp::DocumentSymbolResponse::DocumentSymbolList(
                    symbols::outline(page),
                ))
            },
        )
        .of::<lsp::FoldingRangeRequest>(
            |folding_range_params| &folding_range_params.text_document,
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

fn seeing(routed: Routed<'_>) -> Routed<'_> {
    routed
        .of::<lsp::SemanticTokensRequest>(
            |semantic_tokens_params| &semantic_tokens_params.text_document,
            |snapshot, file, page, _| Some(colors::of(snapshot, file, page, None)),
        )
        .of::<lsp::SemanticTokensRangeRequest>(
            |semantic_tokens_range_params| &semantic_tokens_range_params.text_document,
            |snapshot, file, page, semantic_tokens_range_params| {
                Some(colors::of(
                    snapshot,
                    file,
                    page,
                    Some(offsets(page, semantic_tokens_range_params.range)),
                ))
            },
        )
        .of::<lsp::InlayHintRequest>(
            |inlay_hint_params| &inlay_hint_params.text_document,
            |snapshot, file, page, inlay_hint_params| {
                Some(hints::of(
                    snapshot,
                    file,
                    page,
                    offsets(page, inlay_hint_params.range),
                ))
            },
        )
        .on::<lsp::CodeLensRequest>(|desk, params| {
            Ok(desk
                .find(&params.text_document.uri)
                .map(|(root, snapshot, file)| {
                    let effect = desk.effect(root);
                    effect.map_or_else(Vec::new, |effect| effect::lenses(effect, snapshot, file))
                }))
        })
        .at::<lsp::SignatureHelpRequest>(
            |signature_help_params| &signature_help_params.text_document_position_params,
            |caret, _| signature::at(caret),
        )
}

fn offsets(page: &Page, range: lsp::Range) -> (usize, usize) {
    (page.now.offset(range.start), page.now.offset(range.end))
}

fn writing(routed: Routed<'_>) -> Routed<'_> {
    let mut shown = None;
    let routed = routed
        .at::<lsp::CompletionRequest>(
            |completion_params| &completion_params.text_document_position_params,
            |caret, _| complete::at(caret).map(lsp::CompletionResponse::CompletionItemList),
        )
        .on::<lsp::PrepareRenameRequest>(|desk, params| {
            let place = &params.text_document_position_params;
            let caret = caret(desk, &place.text_document.uri, place.position)?;
            let (range, placeholder) = rename::prepared(caret)?;
            let told = lsp::PrepareRenamePlaceholder { range, placeholder };
            Ok(Some(lsp::PrepareRenameResult::PrepareRenamePlaceholder(
                told,
            )))
        })
        .on::<lsp::RenameRequest>(|desk, params| {
            let place = &params.text_document_position_params;
            let caret = caret(desk, &place.text_document.uri, place.position)?;
            let errata = desk.setting.errata.clone();
            rename::edits(caret, &params.new_name, &errata).map(Some)
        })
        .on::<lsp::CodeActionRequest>(|desk, params| {
            let caret = caret(desk, &params.text_document.uri, params.range.start)?;
            let root = desk.find(&params.text_document.uri).map(|found| found.0);
            let root = root.and_then(|root| desk.roots.get(root));
            Ok(root.map(|root| actions::at(desk, root, caret)))
        })
        .on::<lsp::CodeActionResolveRequest>(|desk, action| actions::chosen(desk, action))
        .of::<lsp::DocumentRangeFormattingRequest>(
            |document_range_formatting_params| &document_range_formatting_params.text_document,
            |_, _, page, document_range_formatting_params| {
                format(page)
                    .map(|edits| within(page, edits, document_range_formatting_params.range))
            },
        )
        .of::<lsp::DocumentFormattingRequest>(
            |document_formatting_params| &document_formatting_params.text_document,
            |_, _, page, _| format(page),
        )
        .on::<lsp::ExecuteCommandRequest>(|desk, params| {
            let page = page_of(desk, &params)?;
            shown = Some(page.clone());
            Ok(Some(Value::String(page)))
        });
    Routed { shown, ..routed }
}

fn caret<'d>(desk: &'d Desk, uri: &Uri, position: Position) -> Result<Caret<'d>, String> {
    let found = desk.find(uri);
    let caret = found.and_then(|(_, snapshot, file)| snapshot.caret(file, position));
    caret.ok_or_else(|| "this text is of no pack".to_owned())
}

/// The text in its form: an edit for each run of lines that differ.
fn format(page: &Page) -> Option<Vec<TextEdit>> {
    let text = &page.now.text;
    let new = formatted(&page.path, text, FileId(0), Rewrite::Layout).ok()?;
    let lines = TextDiff::from_lines(text.as_str(), &new);
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        }))
        .collect();
    let at = |line: usize| starts.get(line).copied().unwrap_or(text.len());
    let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
    let changed = lines
        .ops()
        .iter()
        .filter(|diff_op| diff_op.tag() != DiffTag::Equal);
    let edit = |diff_op: &DiffOp| TextEdit {
        range: page
            .now
            .range(at(diff_op.old_range().start), at(diff_op.old_range().end)),
        new_text: new_lines
            .get(diff_op.new_range())
            .unwrap_or_default()
            .concat(),
    };
    Some(changed.map(edit).collect())
}

/// Those edits that touch some lines.
fn within(page: &Page, edits: Vec<TextEdit>, range: lsp::Range) -> Vec<TextEdit> {
    let (from, to) = offsets(page, range);
    let touches = |edit: &TextEdit| {
        let (start, end) = offsets(page, edit.range);
        start < to.max(from + 1) && end > from
    };
    edits.into_iter().filter(touches).collect()
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
            desk.reread_all();
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
    let uri = arguments.and_then(|json| json.first()?.as_str());
    let root = uri.and_then(|uri| Some(desk.find(&Uri(uri.to_owned()))?.0));
    let effect = root.and_then(|root| desk.effect(root));
    Ok(effect.ok_or("nothing is compared yet")?.page.clone())
}
