(** Extracts the checker, and shows what its proof assumes, which must be nothing. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Sito Require Import Checker Mastermind.
Print Assumptions checker_is_right.
Extraction Language OCaml.
Set Warnings "-extraction-default-directory".
Extraction "checker.ml" check.
