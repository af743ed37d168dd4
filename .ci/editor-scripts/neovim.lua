-- What a maintainer does in Neovim, without a screen.
local desk = vim.env.DESK
vim.g.chartroom = vim.env.CHARTROOM
dofile(vim.env.CLIENTS .. "/neovim.lua")

local function fail(what)
  io.stderr:write("  failed: " .. what .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, is_so)
  if not vim.wait(60000, is_so, 50) then
    fail(what)
  end
  io.stdout:write("  " .. what .. "\n")
end

local function open(name)
  vim.cmd("edit " .. desk .. "/packs/haze/" .. name)
  vim.bo.filetype = name:match("%.(%a+)$")
  wait("attached to " .. name, function()
    local clients = vim.lsp.buf_get_clients(0)
    local _, client = next(clients)
    return client ~= nil and client.initialized
  end)
end

local function replace(old, new)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  for place, line in ipairs(lines) do
    local from, to = line:find(old, 1, true)
    if from then
      vim.api.nvim_buf_set_text(0, place - 1, from - 1, place - 1, to, { new })
      return
    end
  end
  fail("there is no " .. old)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function go(piece)
  vim.fn.cursor(1, 1)
  if vim.fn.search("\\V" .. piece, "c") == 0 then
    fail("there is no " .. piece)
  end
end

open("10-first.toml")
replace("6         | much", "6         | nothing")
wait("an example that fails is told", function()
  for _, found in ipairs(vim.diagnostic.get(0)) do
    if found.message:find("gives much, not nothing", 1, true) then
      return true
    end
  end
end)
replace("6         | nothing", "6         | much")
wait("and goes when it is mended", function()
  return #vim.diagnostic.get(0) == 0
end)

vim.cmd("silent write")
open("10-first.ron")
go("haze-roll")
vim.lsp.buf.definition()
wait("a jump to the fact", function()
  local name = vim.api.nvim_buf_get_name(0)
  return name:match("10%-first%.toml$") and vim.api.nvim_get_current_line():find("haze-roll", 1, true)
end)

vim.lsp.buf.rename("haze-die")
wait("a rename in both files", function()
  local chart = vim.fn.bufnr("10-first.ron")
  local lines = table.concat(vim.api.nvim_buf_get_lines(chart, 0, -1, false), "\n")
  return text():find("fact.haze-die", 1, true) and lines:find('down: "haze-die"', 1, true)
end)

vim.cmd("silent wall")
vim.cmd("buffer 10-first.ron")
replace('("6",    ["much"])', '("6",["much"])')
if vim.lsp.buf.format then
  vim.lsp.buf.format({ async = false })
else
  vim.lsp.buf.formatting_sync(nil, 60000)
end
wait("the form", function()
  return text():find('("6",    ["much"])', 1, true)
end)

replace('("6",    ["much"])', '("6",    ["nothing"])')
local params = { textDocument = vim.lsp.util.make_text_document_params() }
wait("the lens tells what the edit does", function()
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
