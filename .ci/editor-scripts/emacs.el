;;; What a maintainer does in Emacs with eglot, without a screen.  -*- lexical-binding: t -*-

(setq chartroom-program (getenv "CHARTROOM")
      eglot-sync-connect 60
      eglot-connect-timeout 60
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      create-lockfiles nil)
(load (concat (getenv "CLIENTS") "/emacs.el") nil t)

(defun wait-until (what is-so)
  "Wait until IS-SO holds, and say WHAT."
  (let ((end (+ (float-time) 60)))
    (while (not (funcall is-so))
      (when (> (float-time) end)
        (message "  failed: %s" what)
        (kill-emacs 1))
      (accept-process-output nil 0.1)))
  (message "  %s" what))

(defun in-pack (name) (concat (getenv "DESK") "/packs/haze/" name))

(defun replace-once (old new)
  (goto-char (point-min))
  (search-forward old)
  (replace-match new t t)
  (eglot--signal-textDocument/didChange))

(defun begin (name mode)
  (find-file (in-pack name))
  (funcall mode)
  (unless (eglot-managed-p)
    (apply #'eglot (eglot--guess-contact)))
  (eglot--maybe-activate-editing-mode)
  (wait-until (format "attached to %s" name) #'eglot-managed-p))

(defun findings () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(begin "10-first.toml" #'conf-toml-mode)
(replace-once "6         | much" "6         | nothing")
(wait-until "an example that fails is told"
            (lambda ()
              (flymake-start)
              (seq-some (lambda (found) (string-search "gives much, not nothing" found)) (findings))))
(replace-once "6         | nothing" "6         | much")
(wait-until "and goes when it is mended" (lambda () (flymake-start) (null (findings))))
(save-buffer)

(begin "10-first.ron" #'ron-mode)
(goto-char (point-min))
(search-forward "down: \"haze")
(xref-find-definitions (xref-backend-identifier-at-point (xref-find-backend)))
(wait-until "a jump to the fact"
            (lambda () (and (string-suffix-p "10-first.toml" buffer-file-name)
                            (string-search "haze-roll" (thing-at-point 'line t)))))

;; A file that is not open is asked about, and nobody is there to say yes.
(find-file-noselect (in-pack "pins/10-first.txt"))
(eglot-rename "haze-die")
(wait-until "a rename in both files"
            (lambda ()
              (and (string-search "fact.haze-die" (buffer-string))
                   (with-current-buffer (find-file-noselect (in-pack "10-first.ron"))
                     (string-search "down: \"haze-die\"" (buffer-string))))))
(wait-until "and in the pins"
            (lambda ()
              (with-current-buffer (find-file-noselect (in-pack "pins/10-first.txt"))
                (string-search "much      haze-die is 6" (buffer-string)))))
(save-some-buffers t)

(find-file (in-pack "10-first.ron"))
(replace-once "(\"6\",    [\"much\"])" "(\"6\",[\"much\"])")
(eglot-format-buffer)
(wait-until "the form" (lambda () (string-search "(\"6\",    [\"much\"])" (buffer-string))))

(replace-once "(\"6\",    [\"much\"])" "(\"6\",    [\"nothing\"])")
(wait-until "the lens tells what the edit does"
            (lambda ()
              (let ((lenses (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeLens
                                             (list :textDocument (eglot--TextDocumentIdentifier)))))
                (seq-some (lambda (lens)
                            (string-search " situations"
                                           (plist-get (plist-get lens :command) :title)))
                          lenses))))
(kill-emacs 0)
