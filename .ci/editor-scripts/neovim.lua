-- What a maintainer does in Neovim, without a screen.
local steps = dofile(vim.env.SCRIPTS .. "/neovim-steps.lua")

steps.open("packs/haze/10-first.toml")
steps.replace("6         | much", "6         | nothing")
steps.wait("an example that fails is told", function()
  for _, found in ipairs(vim.diagnostic.get(0)) do
    if found.message:find("gives much, not nothing", 1, true) then
      return true
    end
  end
end)
steps.replace("6         | nothing", "6         | much")
steps.wait("and goes when it is mended", function()
  return #vim.diagnostic.get(0) == 0
end)

vim.cmd("silent write")
steps.open("packs/haze/10-first.ron")
steps.go("haze-roll")
vim.lsp.buf.definition()
steps.wait("a jump to the fact", function()
  local name = vim.api.nvim_buf_get_name(0)
  return name:match("10%-first%.toml$") and vim.api.nvim_get_current_line():find("haze-roll", 1, true)
end)

vim.lsp.buf.rename("haze-die")
steps.wait("a rename in both files", function()
  local chart = vim.fn.bufnr("10-first.ron")
  local lines = table.concat(vim.api.nvim_buf_get_lines(chart, 0, -1, false), "\n")
  return steps.text():find("fact.haze-die", 1, true) and lines:find('down: "haze-die"', 1, true)
end)
steps.wait("and in the pins", function()
  local pins = table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr("pins/10-first.txt"), 0, -1, false), "\n")
  return pins:find("much      haze-die is 6", 1, true) and not pins:find("haze-roll", 1, true)
end)

vim.cmd("silent wall")
vim.cmd("buffer 10-first.ron")
steps.replace('("6",    ["much"])', '("6",["much"])')
if vim.lsp.buf.format then
  vim.lsp.buf.format({ async = false })
else
  vim.lsp.buf.formatting_sync(nil, 60000)
end
steps.wait("the form", function()
  return steps.text():find('("6",    ["much"])', 1, true)
end)

steps.replace('("6",    ["much"])', '("6",    ["nothing"])')
local params = { textDocument = vim.lsp.util.make_text_document_params() }
steps.wait("the lens tells what the edit does", function()
  local answers = vim.lsp.buf_request_sync(0, "textDocument/codeLens", params, 10000) or {}
  for _, answer in pairs(answers) do
    for _, lens in ipairs(answer.result or {}) do
      if lens.command.title:find(" situations", 1, true) then
        return true
      end
    end
  end
end)
vim.cmd("qall!")
