-- What a maintainer asks of a shipped pack in Neovim, without a screen: every request, and what is done with its answer.
local steps = dofile(vim.env.SCRIPTS .. "/neovim-steps.lua")

local function request(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do
    if answer.error then
      steps.fail(method .. ": " .. answer.error.message)
    end
    return answer.result
  end
end

-- What the server answers about the place of the cursor.
local function ask(method, more)
  return request(method, vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {}))
end

local function seen(what, is_so)
  if not is_so then
    steps.fail(what)
  end
  io.stdout:write("  " .. what .. "\n")
end

local function has(value, piece)
  return vim.inspect(value):find(piece, 1, true) ~= nil
end

local function on(piece, inside)
  steps.go(piece)
  vim.fn.search("\\V" .. inside, "c")
end

-- Takes the action of a title at the cursor, and makes its edit.
local function act(title)
  local range = vim.lsp.util.make_range_params()
  for _, action in ipairs(ask("textDocument/codeAction", { range = range.range, context = { diagnostics = {} } }) or {}) do
    if action.title == title then
      local edit = action.edit or request("codeAction/resolve", action).edit
      vim.lsp.util.apply_workspace_edit(edit, "utf-16")
      return true
    end
  end
end

steps.open("asl/f11/62-heat-haze.toml")
on("[question.heat-haze-drm]", "heat-haze")
local hover = ask("textDocument/hover")
seen("what is told of a question", has(hover, "heat-haze-drm"))
on("heat-haze is intense", "heat-haze")
seen("from a fact to its declaration", has(ask("textDocument/definition"), "vocabulary") or has(ask("textDocument/definition"), "f11"))
local references = ask("textDocument/references", { context = { includeDeclaration = true } })
seen("all that names a fact: " .. #references .. " places", #references > 20)
seen("its places in this file", #ask("textDocument/documentHighlight") > 3)
seen("the outline", has(ask("textDocument/documentSymbol"), "heat-haze-drm"))
seen("a thing by its letters", has(ask("workspace/symbol", { query = "hhdrm" }), "heat-haze-drm"))
seen("what folds", #ask("textDocument/foldingRange") > 5)
seen("colors of expressions", #ask("textDocument/semanticTokens/full").data > 100)
local whole = { range = { start = { line = 0, character = 0 }, ["end"] = { line = 200, character = 0 } } }
seen("hints", #(ask("textDocument/inlayHint", whole) or {}) > 0)

local renamed = ask("textDocument/rename", { newName = "shimmer" })
local files = 0
for _ in pairs(renamed.changes) do
  files = files + 1
end
seen("a fact renamed in " .. files .. " files", files > 2)

steps.replace("heat-haze is intense", "heat-haze is ")
on("heat-haze is ", "is ")
vim.fn.cursor(vim.fn.line("."), vim.fn.col(".") + 3)
local offered = ask("textDocument/completion", { context = { triggerKind = 1 } })
seen("values are offered, with what they are", has(offered, '"intense"') and has(offered, "detail"))
vim.cmd("silent edit!")

steps.open("asl/f11/20-weather.ron")
on('("9",  ["clear"', "clear")
seen("what is told of a cell", has(ask("textDocument/hover"), "4 in 36"))
seen("this situation becomes an example", act("make this situation an example"))
local topic = vim.fn.bufnr("20-weather.toml")
local example = table.concat(vim.api.nvim_buf_get_lines(topic, 0, -1, false), "\n")
seen("which stands behind its question", example:find('ask    = "arid-weather"', 1, true) ~= nil)
seen("and gives what it takes alone", not example:find("given  = [^\n]*sun%-blindness"))

steps.replace('("2",  [', '("2..3",  [')
on('("2..3",', "2..3")
seen("a range becomes rows", act("split into a row each") and steps.text():find('("3"', 1, true) ~= nil)
vim.cmd("silent edit!")
local first, second = vim.fn.search('("2",', "cw"), vim.fn.search('("3",', "cw")
vim.cmd(second .. "move " .. first - 1)
on('("5",', "clear")
seen("rows are sorted", act("sort the rows") and vim.fn.search('("2",', "cw") < vim.fn.search('("3",', "cw"))
vim.cmd("silent edit!")

steps.replace('("12", ["mud-and-overcast"', '("12", ["mud"')
steps.wait("the lens tells what the edit does", function()
  return has(ask("textDocument/codeLens"), "by the dice")
end)
on('("12",', "mud")
seen("the edit becomes an erratum", act("write the erratum for this edit"))
seen("and the chart is as it was", steps.text():find('("12", ["mud-and-overcast"', 1, true) ~= nil)
local erratum = table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr("who-said-so.toml"), 0, -1, false), "\n")
seen("which changes that cell", erratum:find('now = "mud"', 1, true) ~= nil)

steps.open("asl/f11/62-heat-haze.toml")
steps.replace("ground-support  | +1", "ground-support  | +2")
on("[question.heat-haze-drm]", "heat-haze")
-- The file of the erratum is empty until the editor has told what was written into it.
steps.wait("an answer is pinned", function()
  return act("pin this answer")
end)
vim.cmd("qall!")
