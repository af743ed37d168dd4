-- Starts `chartroom lsp` for the files of packs.
local M = {}

vim.filetype.add({ extension = { ron = "ron" } })

-- The repository around a file; without one, the folder around its pack.
local function root_of(folder, pack)
  local git = vim.fn.finddir(".git", folder .. ";")
  if git ~= "" then
    return vim.fn.fnamemodify(git, ":p:h:h")
  end
  return vim.fn.fnamemodify(pack, ":p:h:h")
end

local clients = {}

function M.start(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  local pack = vim.fn.findfile("pack.toml", folder .. ";")
  if pack == "" then
    return
  end
  local root = root_of(folder, pack)
  if not clients[root] then
    clients[root] = vim.lsp.start_client({
      name = "chartroom",
      cmd = { vim.g.chartroom or "chartroom", "lsp" },
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
      init_options = vim.g.chartroom_options,
    })
  end
  vim.lsp.buf_attach_client(buffer, clients[root])
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "toml", "ron" },
  callback = function(event)
    M.start(event.buf)
  end,
})

return M
