(** The checker for Mastermind, and that it is right. A code has with it how often it has each color. *)
From Coq Require Import List Arith NArith Lia Permutation Mergesort Orders.
From Sito Require Import Statement Checker Soundness.
Import ListNotations.

Definition item : Type := list nat * list nat.

Definition item_of (colors : nat) (pegs : list nat) : item := (pegs, map (count_occ Nat.eq_dec pegs) (seq 0 colors)).

Fixpoint same_places (guess secret : list nat) : nat :=
  match guess, secret with
  | x :: guess', y :: secret' => if x =? y then S (same_places guess' secret') else same_places guess' secret'
  | _, _ => 0
  end.

Fixpoint least_of_each (one other : list nat) : nat :=
  match one, other with
  | x :: one', y :: other' => Nat.min x y + least_of_each one' other'
  | _, _ => 0
  end.

Definition reply (guess secret : item) : nat * nat :=
  let black := same_places (fst guess) (fst secret) in (black, least_of_each (snd guess) (snd secret) - black).

Definition win (pegs : nat) (answer : nat * nat) : bool := fst answer =? pegs.

(** The codes with each answer: a list for each number of black pegs, and in it one for each number of white pegs. *)
Fixpoint change {A} (at_ : nat) (f : A -> A) (empty : A) (l : list A) : list A :=
  match at_, l with
  | 0, [] => [f empty]
  | 0, x :: l' => f x :: l'
  | S before, [] => empty :: change before f empty []
  | S before, x :: l' => x :: change before f empty l'
  end.

Definition put (answer : nat * nat) (secret : item) : list (list (list item)) -> list (list (list item)) :=
  change (fst answer) (change (snd answer) (cons secret) []) [].

Fixpoint row_cells (black white : nat) (row : list (list item)) : list (nat * nat * list item) :=
  match row with
  | [] => []
  | [] :: others => row_cells black (S white) others
  | set :: others => (black, white, set) :: row_cells black (S white) others
  end.

Fixpoint cells (black : nat) (rows : list (list (list item))) : list (nat * nat * list item) :=
  match rows with
  | [] => []
  | row :: others => row_cells black 0 row ++ cells (S black) others
  end.

Definition split (guess : item) (set : list item) : list (nat * nat * list item) :=
  cells 0 (fold_right (fun secret => put (reply guess secret) secret) [] set).

Definition same_answer (a b : nat * nat) : bool := (fst a =? fst b) && (snd a =? snd b).

Fixpoint same_list (one other : list nat) : bool :=
  match one, other with
  | [], [] => true
  | x :: one', y :: other' => (x =? y) && same_list one' other'
  | _, _ => false
  end.

Definition same (x y : item) : bool := same_list (fst x) (fst y) && same_list (snd x) (snd y).

Fixpoint ascends (one other : list nat) : bool :=
  match one, other with
  | [], _ => true
  | _ :: _, [] => false
  | x :: one', y :: other' => if x =? y then ascends one' other' else x <? y
  end.

Module Ascending <: TotalLeBool.
  Definition t := item.
  Definition leb (x y : item) := ascends (fst x) (fst y).
  Lemma leb_total x y : leb x y = true \/ leb y x = true.
  Proof.
    unfold leb. generalize (fst x), (fst y). clear. induction l as [|x l]; intros [|y m]; simpl; auto.
    rewrite (Nat.eqb_sym y x). destruct (Nat.eqb_spec x y); [apply IHl|]. rewrite !Nat.ltb_lt. lia.
  Qed.
End Ascending.
Module Sorting := Sort Ascending.

(** A symmetry: which place of a code goes to each place, and the new names of the colors. *)
Definition symmetry : Type := list nat * list nat.

Definition all_once (n : nat) (l : list nat) : bool :=
  (length l =? n) && forallb (fun i => existsb (Nat.eqb i) l) (seq 0 n).

Definition fine (pegs colors : nat) (s : symmetry) : bool := all_once pegs (fst s) && all_once colors (snd s).

Definition moved_pegs (s : symmetry) (pegs : list nat) : list nat :=
  map (fun place => nth (nth place pegs 0) (snd s) 0) (fst s).

Definition move (colors : nat) (s : symmetry) (x : item) : item := item_of colors (moved_pegs s (fst x)).

Definition with_items (colors : nat) (s : @step (list nat) (nat * nat) symmetry) : @step item (nat * nat) symmetry :=
  let item_of := item_of colors in
  match s with
  | Reach set => Reach (map item_of set)
  | Lemma_ set lower sizes entries =>
      Lemma_ (map item_of set) lower sizes (map (fun e => (item_of (fst e), snd e)) entries)
  end.

Definition check (pegs colors : nat) (lower : N) (steps : list (@step (list nat) (nat * nat) symmetry)) : bool :=
  proves (map (item_of colors) (all_codes pegs colors)) split (win pegs) same_answer same Sorting.sort
    (fine pegs colors) (move colors) lower (map (with_items colors) steps).

(** * Answers *)

Lemma same_places_black guess secret : same_places guess secret = black guess secret.
Proof.
  revert secret. induction guess as [|x guess]; intros [|y secret]; simpl; auto.
  unfold black in *. simpl. destruct (x =? y); simpl; auto.
Qed.

Lemma reply_item colors guess secret :
  reply (item_of colors guess) (item_of colors secret) = pegs_earned colors guess secret.
Proof.
  unfold reply, pegs_earned, item_of, in_common. simpl. rewrite same_places_black. f_equal. f_equal.
  induction (seq 0 colors); simpl; auto.
Qed.

Lemma black_itself code : black code code = length code.
Proof. unfold black. induction code; simpl; auto. rewrite Nat.eqb_refl. simpl. auto. Qed.

Lemma black_at_most guess secret : black guess secret <= length guess.
Proof.
  unfold black. revert secret. induction guess as [|x guess]; intros [|y secret]; simpl; try lia.
  specialize (IHguess secret). destruct (x =? y); simpl; lia.
Qed.

Lemma black_all guess secret : length guess = length secret -> black guess secret = length guess -> guess = secret.
Proof.
  revert secret. induction guess as [|x guess]; intros [|y secret]; simpl; try discriminate; auto.
  unfold black. simpl. intros H. pose proof (black_at_most guess secret) as Hm. unfold black in Hm.
  destruct (Nat.eqb_spec x y); simpl; [|lia]. intros E. subst. f_equal. apply IHguess; [|unfold black]; lia.
Qed.

Lemma same_list_eq one other : same_list one other = true -> one = other.
Proof.
  revert other. induction one as [|x one]; intros [|y other]; simpl; try discriminate; auto.
  intros H. apply andb_prop in H. destruct H as [H H']. apply Nat.eqb_eq in H. f_equal; auto.
Qed.

Lemma same_eq x y : same x y = true -> x = y.
Proof.
  destruct x, y. unfold same. simpl. intros H. apply andb_prop in H. destruct H.
  f_equal; apply same_list_eq; assumption.
Qed.

Lemma same_answer_eq a b : same_answer a b = true -> a = b.
Proof.
  destruct a, b. unfold same_answer. simpl. intros H. apply andb_prop in H. destruct H.
  f_equal; apply Nat.eqb_eq; assumption.
Qed.

(** * Cells *)

Lemma change_permutation {A} (all : A -> list item) at_ f empty l secret : all empty = [] ->
  (forall x, Permutation (all (f x)) (secret :: all x)) ->
  Permutation (flat_map all (change at_ f empty l)) (secret :: flat_map all l).
Proof.
  intros He Hf. revert l. induction at_ as [|at_ IH]; intros [|x l]; simpl; rewrite ?Hf, ?He, ?IH; try reflexivity.
  symmetry. apply Permutation_middle.
Qed.

Lemma change_nth {A} at_ f (empty : A) l i :
  nth i (change at_ f empty l) empty = if i =? at_ then f (nth i l empty) else nth i l empty.
Proof.
  revert l i. induction at_ as [|at_ IH]; intros [|x l] [|i]; simpl; rewrite ?IH; auto; destruct i; auto.
Qed.

Lemma row_cells_all black white row : concat (map snd (row_cells black white row)) = flat_map (fun set => set) row.
Proof. revert white. induction row as [|[|x set] row IH]; intros white; simpl; rewrite ?IH; reflexivity. Qed.

Lemma cells_all black rows : concat (map snd (cells black rows)) = flat_map (flat_map (fun set => set)) rows.
Proof.
  revert black. induction rows as [|row rows IH]; intros black; simpl; [reflexivity|].
  rewrite map_app, concat_app, row_cells_all, IH. reflexivity.
Qed.

Lemma row_cells_in black white row b w set : In (b, w, set) (row_cells black white row) ->
  b = black /\ exists i, w = white + i /\ set = nth i row [].
Proof.
  revert white. induction row as [|[|x first] row IH]; intros white; simpl; [tauto|..].
  - intros H. apply IH in H. destruct H as (-> & i & -> & ->). split; [reflexivity|]. exists (S i).
    split; [lia|reflexivity].
  - intros [E|H].
    + injection E as <- <- <-. split; [reflexivity|]. exists 0. split; [lia|auto].
    + apply IH in H. destruct H as (-> & i & -> & ->). split; [reflexivity|]. exists (S i). split; [lia|reflexivity].
Qed.

Lemma cells_in black rows b w set : In (b, w, set) (cells black rows) ->
  exists i, b = black + i /\ set = nth w (nth i rows []) [].
Proof.
  revert black. induction rows as [|row rows IH]; intros black; simpl; [tauto|]. intros H. apply in_app_or in H.
  destruct H as [H|H].
  - apply row_cells_in in H. destruct H as (-> & i & -> & ->). exists 0. split; [lia|auto].
  - apply IH in H. destruct H as (i & -> & ->). exists (S i). split; [lia|reflexivity].
Qed.

Lemma split_permutation guess set : Permutation set (together (split guess set)).
Proof.
  unfold together, split. rewrite cells_all. induction set as [|secret set IH]; simpl; [constructor|].
  unfold put at 1. rewrite change_permutation with (secret := secret); [constructor; assumption|reflexivity|].
  intros row. apply change_permutation; reflexivity.
Qed.

Lemma split_cells guess set : Forall (cell_of reply guess) (split guess set).
Proof.
  apply Forall_forall. intros [[b w] part] H secret Hs. unfold split in H. apply cells_in in H.
  destruct H as (i & -> & ->). simpl in *. revert i w secret Hs. induction set as [|s set IH]; intros i w secret; simpl.
  - destruct i, w; simpl; tauto.
  - unfold put at 1. rewrite change_nth. destruct (Nat.eqb_spec i (fst (reply guess s))) as [->|]; [|apply IH].
    rewrite change_nth. destruct (Nat.eqb_spec w (snd (reply guess s))) as [->|]; [|apply IH].
    intros [<-|H]; [destruct reply; reflexivity|apply IH; assumption].
Qed.

(** * Codes *)

Lemma in_all_codes pegs colors code :
  In code (all_codes pegs colors) <-> length code = pegs /\ Forall (fun c => c < colors) code.
Proof.
  revert code. induction pegs as [|pegs IH]; intros code; simpl.
  - split; [intros [<-|[]]; auto|]. intros [H _]. destruct code; [auto|discriminate].
  - rewrite in_flat_map. split.
    + intros (color & Hc & H). apply in_map_iff in H. destruct H as (rest & <- & H). apply IH in H. destruct H.
      apply in_seq in Hc. simpl. split; [lia|]. constructor; [lia|assumption].
    + intros [Hl Hc]. destruct code as [|color rest]; [discriminate|]. inversion_clear Hc. exists color.
      rewrite in_seq, in_map_iff. split; [lia|]. exists rest. rewrite IH. simpl in Hl. repeat split; auto.
Qed.

Lemma in_items pegs colors x : In x (map (item_of colors) (all_codes pegs colors)) <->
  x = item_of colors (fst x) /\ length (fst x) = pegs /\ Forall (fun c => c < colors) (fst x).
Proof.
  rewrite in_map_iff. split.
  - intros (code & <- & H). apply in_all_codes in H. auto.
  - intros [-> H]. exists (fst x). rewrite in_all_codes. auto.
Qed.

(** * Symmetries *)

Lemma all_once_permutation n l : all_once n l = true -> Permutation (seq 0 n) l.
Proof.
  intros H. apply andb_prop in H. destruct H as [Hl H]. apply Nat.eqb_eq in Hl. rewrite forallb_forall in H.
  apply NoDup_Permutation_bis; [apply seq_NoDup|rewrite seq_length; lia|].
  intros i Hi. specialize (H i Hi). apply existsb_exists in H. destruct H as (j & Hj & E). apply Nat.eqb_eq in E.
  subst. assumption.
Qed.

Lemma by_places (l : list nat) : map (fun i => nth i l 0) (seq 0 (length l)) = l.
Proof.
  induction l; simpl; auto. f_equal. rewrite <- seq_shift, map_map. assumption.
Qed.

Section Symmetry.
Variables (colors : nat) (order names : list nat).
Hypothesis names_fine : Permutation (seq 0 colors) names.
Let name c := nth c names 0.

Lemma names_length : length names = colors.
Proof. rewrite <- (Permutation_length names_fine). apply seq_length. Qed.

Lemma name_below c : c < colors -> name c < colors.
Proof.
  intros H. enough (In (name c) (seq 0 colors)) by (rewrite in_seq in *; lia).
  apply (Permutation_in _ (Permutation_sym names_fine)), nth_In. rewrite names_length. assumption.
Qed.

Lemma name_injective c d : c < colors -> d < colors -> name c = name d -> c = d.
Proof.
  intros Hc Hd. apply NoDup_nth; rewrite ?names_length; auto.
  apply (Permutation_NoDup names_fine), seq_NoDup.
Qed.

Variable pegs : nat.
Hypothesis order_fine : Permutation (seq 0 pegs) order.

Lemma moved_permutation code : length code = pegs -> Permutation (map name code) (moved_pegs (order, names) code).
Proof.
  intros H. unfold moved_pegs. simpl. rewrite <- order_fine, <- H. rewrite <- (by_places code) at 1.
  rewrite map_map. reflexivity.
Qed.

Lemma count_moved code c : length code = pegs -> Forall (fun c => c < colors) code -> c < colors ->
  count_occ Nat.eq_dec (moved_pegs (order, names) code) (name c) = count_occ Nat.eq_dec code c.
Proof.
  intros Hl Hc H. rewrite <- (proj1 (Permutation_count_occ Nat.eq_dec _ _) (moved_permutation _ Hl)). clear Hl.
  induction code as [|x code]; simpl; auto. inversion_clear Hc. rewrite IHcode by assumption.
  destruct (Nat.eq_dec x c), (Nat.eq_dec (name x) (name c)); auto; subst; try congruence.
  exfalso. auto using name_injective.
Qed.

Lemma in_common_moved g s : length g = pegs -> length s = pegs ->
  Forall (fun c => c < colors) g -> Forall (fun c => c < colors) s ->
  in_common colors (moved_pegs (order, names) g) (moved_pegs (order, names) s) = in_common colors g s.
Proof.
  intros Lg Ls Hg Hs. unfold in_common.
  assert (E : Permutation (seq 0 colors) (map name (seq 0 colors))).
  { rewrite names_fine at 1. rewrite <- (by_places names), names_length. reflexivity. }
  etransitivity; [exact (Permutation_list_sum (Permutation_map _ E))|].
  rewrite map_map. f_equal. apply map_ext_in. intros c Hc. apply in_seq in Hc. rewrite !count_moved by (auto; lia).
  reflexivity.
Qed.

Lemma black_by_places g s : length g = length s ->
  black g s = length (filter (fun i => nth i g 0 =? nth i s 0) (seq 0 (length g))).
Proof.
  unfold black. revert s. induction g as [|x g]; intros [|y s]; simpl; try discriminate; auto.
  intros H. rewrite <- seq_shift. assert (F : forall f (l : list nat),
    length (filter f (map S l)) = length (filter (fun i => f (S i)) l)).
  { intros f l. induction l; simpl; auto. destruct (f (S a)); simpl; auto. }
  destruct (x =? y); simpl; rewrite F, IHg by lia; reflexivity.
Qed.

Lemma length_filter_permutation (f : nat -> bool) l m : Permutation l m -> length (filter f l) = length (filter f m).
Proof. induction 1; simpl; auto; repeat destruct (f _); simpl; congruence. Qed.

Lemma black_moved g s : length g = pegs -> length s = pegs ->
  Forall (fun c => c < colors) g -> Forall (fun c => c < colors) s ->
  black (moved_pegs (order, names) g) (moved_pegs (order, names) s) = black g s.
Proof.
  intros Lg Ls Hg Hs. rewrite (black_by_places g s), Lg by congruence.
  rewrite (length_filter_permutation _ _ _ order_fine). unfold black, moved_pegs. simpl.
  assert (Ho : forall i, In i order -> i < pegs).
  { intros i Hi. apply (Permutation_in _ (Permutation_sym order_fine)), in_seq in Hi. lia. }
  clear order_fine. induction order as [|i o]; simpl; auto.
  assert (Hi : i < pegs) by (apply Ho; simpl; auto). assert (IH := IHo (fun j Hj => Ho j (or_intror Hj))).
  rewrite Forall_forall in Hg, Hs. replace (_ =? _) with (nth i g 0 =? nth i s 0).
  - destruct (_ =? _); simpl; auto.
  - destruct (Nat.eqb_spec (nth i g 0) (nth i s 0)) as [->|Hn]; symmetry; [apply Nat.eqb_refl|].
    apply Nat.eqb_neq. intros E. apply Hn. apply name_injective; auto; [apply Hg|apply Hs]; apply nth_In; lia.
Qed.

Lemma moved_code code : length code = pegs -> Forall (fun c => c < colors) code ->
  length (moved_pegs (order, names) code) = pegs /\ Forall (fun c => c < colors) (moved_pegs (order, names) code).
Proof.
  intros H Hc. pose proof (moved_permutation _ H) as P. split.
  - rewrite <- (Permutation_length P), map_length. assumption.
  - apply (Permutation_Forall P). apply Forall_map. revert Hc. apply Forall_impl. exact name_below.
Qed.
End Symmetry.

(** * The checker is right *)

Lemma finds_items colors play secret n : finds (list nat) (nat * nat) (pegs_earned colors) play secret n ->
  finds item (nat * nat) reply (fun answers => item_of colors (play answers)) (item_of colors secret) n.
Proof.
  induction 1 as [play secret H|play secret n Hne H IH].
  - apply hit. rewrite H. reflexivity.
  - apply miss.
    + intros E. apply Hne. injection E. auto.
    + rewrite reply_item. assumption.
Qed.

Theorem checker_is_right : sound check.
Proof.
  intros pegs colors lower steps H play n Hp Hc.
  set (codes := map (item_of colors) (all_codes pegs colors)).
  assert (Hb : bound item (nat * nat) codes reply codes lower).
  { eapply proves_true; [..|exact H].
    - intros guess Hg. apply in_items in Hg. destruct Hg as (_ & Hl & _).
      unfold win, reply. simpl. rewrite same_places_black, black_itself. apply Nat.eqb_eq. assumption.
    - exact split_permutation.
    - exact split_cells.
    - exact Sorting.Permuted_sort.
    - exact same_eq.
    - intros guess secret Hg Hs Hw. apply in_items in Hg, Hs. destruct Hg as (Eg & Lg & _), Hs as (Es & Ls & _).
      rewrite Eg, Es. f_equal. unfold win, reply in Hw. simpl in Hw. rewrite same_places_black in Hw.
      apply Nat.eqb_eq in Hw. apply black_all; congruence.
    - intros [order names] x Hf Hx. apply andb_prop in Hf. destruct Hf as [Ho Hn]. apply all_once_permutation in Ho, Hn.
      apply in_items in Hx. destruct Hx as (_ & Hl & Hx). apply in_items. split; [reflexivity|].
      apply moved_code; assumption.
    - intros [order names] g s Hf Hg Hs. apply andb_prop in Hf. destruct Hf as [Ho Hn].
      apply all_once_permutation in Ho, Hn.
      apply in_items in Hg, Hs. destruct Hg as (Eg & Lg & Hg), Hs as (Es & Ls & Hs). rewrite Eg, Es. unfold move.
      cbn [fst item_of].
      rewrite !reply_item. unfold pegs_earned.
      rewrite (black_moved _ _ _ Hn pegs), (in_common_moved _ _ _ Hn pegs); auto. }
  apply (Hb (fun answers => item_of colors (play answers))).
  - intros answers. apply in_map, Hp.
  - clear Hp H. unfold codes in *. clear codes Hb. induction Hc; simpl; constructor; auto using finds_items.
Qed.
