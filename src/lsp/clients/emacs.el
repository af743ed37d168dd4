;;; chartroom.el --- `chartroom lsp' in Emacs, by eglot  -*- lexical-binding: t -*-

(require 'eglot)
(require 'conf-mode)

(defvar chartroom-program "chartroom" "The program.")

(define-derived-mode ron-mode prog-mode "RON"
  "A file of charts."
  (setq-local comment-start "// ")
  (modify-syntax-entry ?/ ". 12" ron-mode-syntax-table)
  (modify-syntax-entry ?\n ">" ron-mode-syntax-table))

(add-to-list 'auto-mode-alist '("\\.ron\\'" . ron-mode))

(add-to-list 'eglot-server-programs
             `((conf-toml-mode toml-ts-mode ron-mode)
               . ,(lambda (&rest _) (list chartroom-program "lsp"))))

(defun chartroom-show-effect ()
  "Show what the edits do to the answers, against the last commit."
  (interactive)
  (let* ((uri (plist-get (eglot--TextDocumentIdentifier) :uri))
         (page (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                                (list :command "chartroom.showEffect" :arguments (vector uri)))))
    (with-current-buffer (get-buffer-create "*chartroom*")
      (erase-buffer)
      (insert page)
      (display-buffer (current-buffer)))))

(provide 'chartroom)
;;; chartroom.el ends here
