;;; vellum.el --- Scripts of classic games with `vellum lsp' -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Modes for Skrit, AGS, Pathologic and FF7 world map scripts and for Vellum's listings, with Eglot
;; (part of Emacs 29; in Debian 12: elpa-eglot).

;;; Code:

(require 'eglot)

(defmacro vellum-define-mode (name title ending language line-comment)
  "Define the mode NAME for files with ENDING, which the server calls LANGUAGE."
  `(progn
     (define-derived-mode ,name prog-mode ,title
       (setq-local comment-start ,(concat line-comment " "))
       (setq-local comment-start-skip ,(concat line-comment "+ *")))
     (put ',name 'eglot-language-id ,language)
     (add-to-list 'auto-mode-alist '(,(concat "\\." ending "\\'") . ,name))
     (add-to-list 'eglot-server-programs '(,name . ("vellum" "lsp")))
     (add-hook ',(intern (format "%s-hook" name)) #'eglot-ensure)))

(vellum-define-mode vellum-skrit-mode "Skrit" "skrit" "skrit" "//")
(vellum-define-mode vellum-ags-mode "AGS" "as[ch]" "ags" "//")
(vellum-define-mode vellum-patho-mode "Pathologic" "patho" "patho" "//")
(vellum-define-mode vellum-wms-mode "World Map" "wms" "wms" "//")
(vellum-define-mode vellum-listing-mode "Listing" "vasm" "vellum-listing" ";")

(provide 'vellum)
;;; vellum.el ends here
