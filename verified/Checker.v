(** The checker of kernel certificates, for any game. Nothing here has to be believed: [Soundness] proves it right. *)
From Coq Require Import List Bool NArith FMapPositive.
Import ListNotations.
Local Open Scope N_scope.

(** * The kernel form

    A certificate is a list of steps, numbered from 1. Each step may refer to those before it. *)

(** A hint: the cell with this answer, moved by the symmetry, has all codes of the set of that lemma. *)
Record hint {answer symmetry : Type} := Hint { at_answer : answer; lemma : positive; moved : symmetry }.

Inductive step {code answer symmetry : Type} :=
| Reach (set : list code)
    (* Works out how many of these codes can be found by guess 1, 2, 3 ...; this bounds the cost of all parts. *)
| Lemma_ (set : list code) (lower : N) (sizes : list positive) (entries : list (code * list (@hint answer symmetry))).
    (* This set costs at least [lower]: with bounds by size from these steps, and these hints for some guesses. *)

Section Checker.
Context {code answer symmetry : Type}.
Definition cell : Type := answer * list code.

Variable codes : list code.
Variable split : forall (guess : code) (set : list code), list cell.  (* the codes with each answer *)
Variable win : answer -> bool.
Variable same_answer : answer -> answer -> bool.
Variable same : code -> code -> bool.
Variable arrange : list code -> list code.  (* sorts *)
Variable fine : symmetry -> bool.
Variable move : symmetry -> code -> code.

Fixpoint sum {A} (f : A -> N) (l : list A) : N := match l with [] => 0 | x :: others => f x + sum f others end.
Fixpoint size {A} (l : list A) : N := match l with [] => 0 | _ :: others => N.succ (size others) end.

(** Whether a list is the other one without some of its elements. *)
Fixpoint part_of (part whole : list code) : bool :=
  match part, whole with
  | [], _ => true
  | _, [] => false
  | x :: part', y :: whole' => if same x y then part_of part' whole' else part_of part whole'
  end.

(** ** Bounds by size *)

(** At most how many codes of a set can be found by one guess more, if [r] can be found by the guesses after it. *)
Definition reached (r : N) (shape : list (bool * N)) : N :=
  sum (fun c : bool * N => if fst c then snd c else N.min r (snd c)) shape.

Definition shape_of (set : list code) (guess : code) : list (bool * N) :=
  map (fun c => (win (fst c), size (snd c))) (split guess set).

Fixpoint reach (steps : nat) (all r : N) (shapes : list (list (bool * N))) : list N :=
  r :: match steps with
       | O => []
       | S fewer => if all <=? r then [] else
                    reach fewer all (fold_right (fun shape => N.max (reached r shape)) 0 shapes) shapes
       end.

(** What [n] codes cost at least: each guess that a code is not found by costs one. *)
Definition by_reach (numbers : list N) (n : N) : N := sum (fun r => n - r) numbers.

(** The same for 0, 1, 2 ... codes, as a table in which a set is looked up by its size. *)
Fixpoint table (numbers : list N) (n : N) (set : list code) : list N :=
  by_reach numbers n :: match set with [] => [] | _ :: others => table numbers (N.succ n) others end.

Definition table_of (set : list code) : list N :=
  table (reach 40 (size set) 0 (map (shape_of set) codes)) 0 set.

Fixpoint at_size (set : list code) (sizes : list N) : N :=
  match sizes, set with
  | [], _ => 0
  | x :: _, [] => x
  | _ :: rest, _ :: others => at_size others rest
  end.

Fixpoint greater (one other : list N) : list N :=
  match one, other with
  | x :: one', y :: other' => N.max x y :: greater one' other'
  | _, _ => []
  end.

(** ** Guesses *)

Definition cost_of (bound : cell -> N) (set : list code) (cells : list cell) : N :=
  size set + sum (fun c => if win (fst c) then 0 else bound c) cells.

Definition by_size (sizes : list N) (c : cell) : N := at_size (snd c) sizes.

(** A second look at a set: its own codes as guesses; any other guess finds none, so that each code costs two.
    It is 0 once it can tell no more than [enough]. *)
Fixpoint least_look (sizes : list N) (set : list code) (enough least : N) (guesses : list code) : N :=
  if least <=? enough then 0 else
  match guesses with
  | [] => least
  | guess :: others =>
      least_look sizes set enough (N.min least (cost_of (by_size sizes) set (split guess set))) others
  end.

Definition peek (sizes : list N) (set : list code) : N :=
  least_look sizes set (at_size set sizes) (2 * size set) set.

Definition proven : Type := PositiveMap.t (list code * N).
Definition known_sizes : Type := PositiveMap.t (list code * list N).

Definition hinted (lemmas : proven) (hints : list (@hint answer symmetry)) (c : cell) : N :=
  match find (fun h => same_answer (at_answer h) (fst c)) hints with
  | None => 0
  | Some h =>
      match PositiveMap.find (lemma h) lemmas with
      | None => 0
      | Some (set, lower) =>
          if fine (moved h) && part_of set (arrange (map (move (moved h)) (snd c))) then lower else 0
      end
  end.

(** Which sets get a second look: not those of one or two codes, whose cost is known, nor large ones. *)
Definition small (set : list code) : bool := let n := size set in (3 <=? n) && (n <=? 64).

Definition by_all (lemmas : proven) (sizes : list N) (hints : list (@hint answer symmetry)) (c : cell) : N :=
  match hinted lemmas hints c with
  | 0 => if small (snd c) then N.max (by_size sizes c) (peek sizes (snd c)) else by_size sizes c
  | lower => N.max (by_size sizes c) lower
  end.

Definition tells_nothing (cells : list cell) : bool :=
  match cells with [(a, _ :: _)] => negb (win a) | _ => false end.

(** Whether [cost] is enough, or so much greater where cells are looked at one after the other until it is. *)
Fixpoint enough_with (gain : cell -> N) (lower cost : N) (cells : list cell) : bool :=
  (lower <=? cost) ||
  match cells with
  | [] => false
  | c :: others => enough_with gain lower (if win (fst c) then cost else cost + gain c) others
  end.

Definition costs_enough (lemmas : proven) (sizes : list N) (set : list code) (lower : N) (guess : code)
    (hints : list (@hint answer symmetry)) : bool :=
  let cells := split guess set in
  tells_nothing cells ||
  enough_with (fun c => by_all lemmas sizes hints c - by_size sizes c) lower (cost_of (by_size sizes) set cells) cells.

Fixpoint each (enough : code -> list (@hint answer symmetry) -> bool) (guesses : list code)
    (entries : list (code * list (@hint answer symmetry))) : bool :=
  match guesses with
  | [] => true
  | guess :: others =>
      match entries with
      | (known, hints) :: later =>
          if same guess known then enough guess hints && each enough others later
          else enough guess [] && each enough others entries
      | [] => enough guess [] && each enough others []
      end
  end.

(** ** Certificates *)

(** The greater of the bounds by size that hold in a set, or nothing if one of them is not of a set around it. *)
Fixpoint sizes_for (known : known_sizes) (set : list code) (first : list N) (names : list positive) : option (list N) :=
  match names with
  | [] => Some first
  | name :: others =>
      match PositiveMap.find name known with
      | Some (around, sizes) =>
          if part_of set around then sizes_for known set (greater first sizes) others else None
      | None => None
      end
  end.

(** If the claim is no more than two guesses for each code, only the codes of the set need be tried as guesses. *)
Definition guesses_for (set : list code) (lower : N) : list code :=
  if lower <=? 2 * size set then set else codes.

Definition lemma_holds (first : list N) (lemmas : proven) (known : known_sizes) (set : list code) (lower : N)
    (names : list positive) (entries : list (code * list (@hint answer symmetry))) : bool :=
  part_of set codes &&
  match sizes_for known set first names with
  | None => false
  | Some sizes => each (costs_enough lemmas sizes set lower) (guesses_for set lower) entries
  end.

(** The greatest bound that these steps prove; of a lemma that does not hold nothing follows. *)
Fixpoint run (first : list N) (name : positive) (lemmas : proven) (known : known_sizes)
    (steps : list (@step code answer symmetry)) : N :=
  match steps with
  | [] => 0
  | Reach set :: later =>
      run first (Pos.succ name) lemmas (PositiveMap.add name (set, table_of set) known) later
  | Lemma_ set lower names entries :: later =>
      if lemma_holds first lemmas known set lower names entries
      then N.max lower (run first (Pos.succ name) (PositiveMap.add name (set, lower) lemmas) known later)
      else 0
  end.

(** A lemma about any codes is one about all of them, for fewer codes cost no more. *)
Definition proves (lower : N) (steps : list (@step code answer symmetry)) : bool :=
  lower <=? run (table_of codes) 1 (PositiveMap.empty _) (PositiveMap.empty _) steps.
End Checker.
