(** What is proven: no strategy that finds every code of a game costs less than a checked certificate says.
    This file is all that has to be read to know it; Coq checks the rest. *)
From Coq Require Import List Arith NArith.
Import ListNotations.

(** * Games and strategies

    A game has codes. One of them is the secret, each may be guessed, and each guess earns an answer. *)
Section Game.
Variables code answer : Type.
Variable codes : list code.
Variable reply : forall guess secret : code, answer.

(** A strategy is any function that gives the next guess, whatever the answers so far were (the first one first). *)
Definition strategy := list answer -> code.

(** What a strategy goes on with after its first guess earned this answer. *)
Definition after (play : strategy) (first : answer) : strategy := fun later => play (first :: later).

(** [finds play secret n]: the n-th guess is the first one that is the secret. *)
Inductive finds : strategy -> code -> N -> Prop :=
| hit (play : strategy) (secret : code) :
    play [] = secret -> finds play secret 1
| miss (play : strategy) (secret : code) (n : N) :
    play [] <> secret -> finds (after play (reply (play []) secret)) secret n -> finds play secret (n + 1).

(** [costs play secrets n]: the strategy finds each of these secrets, and needs n guesses in all. *)
Inductive costs (play : strategy) : list code -> N -> Prop :=
| none : costs play [] 0
| more (secret : code) (others : list code) (n m : N) :
    finds play secret n -> costs play others m -> costs play (secret :: others) (n + m).

(** A strategy is legal if it guesses codes of the game. *)
Definition legal (play : strategy) := forall answers, In (play answers) codes.

(** Every strategy that finds all these secrets costs at least so much; below, the secrets are all codes. *)
Definition bound (secrets : list code) (lower : N) :=
  forall play n, legal play -> costs play secrets n -> (lower <= n)%N.
End Game.

(** * Mastermind

    A code is a list of colors, which are numbers below [colors], one for each peg. *)
Fixpoint all_codes (pegs colors : nat) : list (list nat) :=
  match pegs with
  | 0 => [[]]
  | S fewer => flat_map (fun color => map (cons color) (all_codes fewer colors)) (seq 0 colors)
  end.

(** Black pegs: the places where both codes have the same color. *)
Definition black (guess secret : list nat) : nat :=
  length (filter (fun pair => fst pair =? snd pair) (combine guess secret)).

(** Black and white pegs together: of each color as many as both codes have. *)
Definition in_common (colors : nat) (guess secret : list nat) : nat :=
  let count code color := count_occ Nat.eq_dec code color in
  list_sum (map (fun color => Nat.min (count guess color) (count secret color)) (seq 0 colors)).

(** An answer: the black pegs and the white pegs. *)
Definition pegs_earned (colors : nat) (guess secret : list nat) : nat * nat :=
  (black guess secret, in_common colors guess secret - black guess secret).

(** No strategy for Mastermind costs less than [lower], which is the sum of the guesses over all secrets. *)
Definition mastermind_costs_at_least (pegs colors : nat) (lower : N) : Prop :=
  bound (list nat) (nat * nat) (all_codes pegs colors) (pegs_earned colors) (all_codes pegs colors) lower.

(** What it means that a checker is right, whatever its certificates are: what it accepts is true. *)
Definition sound {certificate : Type} (check : nat -> nat -> N -> certificate -> bool) : Prop :=
  forall pegs colors lower proof,
    check pegs colors lower proof = true -> mastermind_costs_at_least pegs colors lower.
