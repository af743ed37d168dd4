-- What the walks through Neovim have in common: the client, steps that must come true, and places in a text.
local desk = vim.env.DESK
vim.g.chartroom = vim.env.CHARTROOM
dofile(vim.env.CLIENTS .. "/neovim.lua")

local M = {}

function M.fail(what)
  io.stderr:write("  failed: " .. what .. "\n")
  vim.cmd("cquit 1")
end

function M.wait(what, is_so)
  if not vim.wait(60000, is_so, 50) then
    M.fail(what)
  end
  io.stdout:write("  " .. what .. "\n")
end

function M.open(name)
  vim.cmd("edit " .. desk .. "/" .. name)
  vim.bo.filetype = name:match("%.(%a+)$")
  M.wait("attached to " .. name:match("[^/]+$"), function()
    local clients = vim.lsp.buf_get_clients(0)
    local _, client = next(clients)
    return client ~= nil and client.initialized
  end)
end

function M.replace(old, new)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  for place, line in ipairs(lines) do
    local from, to = line:find(old, 1, true)
    if from then
      vim.api.nvim_buf_set_text(0, place - 1, from - 1, place - 1, to, { new })
      return
    end
  end
  M.fail("there is no " .. old)
end

function M.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

function M.go(piece)
  vim.fn.cursor(1, 1)
  if vim.fn.search("\\V" .. piece, "c") == 0 then
    M.fail("there is no " .. piece)
  end
end

return M
