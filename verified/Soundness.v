(** The checker is right, for any game in which a guess earns the winning answer if it is the secret, and only then. *)
From Coq Require Import List Bool NArith Lia Permutation FMapPositive.
From Sito Require Import Statement Checker.
Import ListNotations.
Local Open Scope N_scope.
Local Arguments N.add : simpl never.
Local Arguments N.sub : simpl never.
Local Arguments N.mul : simpl never.
Local Arguments N.min : simpl never.
Local Arguments N.max : simpl never.
Local Arguments N.succ : simpl never.
Local Arguments N.of_nat : simpl never.
Local Arguments seq : simpl never.

(** * Sums and sizes *)

Lemma sum_app {A} (f : A -> N) l m : sum f (l ++ m) = sum f l + sum f m.
Proof. induction l; simpl; lia. Qed.

Lemma sum_le {A} (f g : A -> N) l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
Proof.
  induction l; simpl; intros H; [lia|]. pose proof (H a (or_introl eq_refl)).
  enough (sum f l <= sum g l) by lia. auto.
Qed.

Lemma sum_plus {A} (f g : A -> N) l : sum (fun x => f x + g x) l = sum f l + sum g l.
Proof. induction l; simpl; lia. Qed.

Lemma sum_permutation {A} (f : A -> N) l m : Permutation l m -> sum f l = sum f m.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_const {A} (l : list A) k : sum (fun _ => k) l = k * size l.
Proof. induction l; simpl; lia. Qed.

Lemma size_is_sum {A} (l : list A) : size l = sum (fun _ => 1) l.
Proof. induction l; simpl; lia. Qed.

Lemma size_app {A} (l m : list A) : size (l ++ m) = size l + size m.
Proof. rewrite !size_is_sum. apply sum_app. Qed.

Lemma size_permutation {A} (l m : list A) : Permutation l m -> size l = size m.
Proof. rewrite !size_is_sum. apply sum_permutation. Qed.

Lemma sum_swap {A B} (f : A -> B -> N) l m : sum (fun x => sum (f x) m) l = sum (fun y => sum (fun x => f x y) l) m.
Proof.
  induction l; simpl.
  - rewrite (sum_const m 0). reflexivity.
  - rewrite IHl, <- sum_plus. reflexivity.
Qed.

Lemma max_in {A} (f : A -> N) l x : In x l -> f x <= fold_right (fun y => N.max (f y)) 0 l.
Proof. induction l; simpl; [tauto|]. intros [->|H]; [|specialize (IHl H)]; lia. Qed.

Lemma min_in {A} (f : A -> N) l most x : In x l -> fold_right (fun y => N.min (f y)) most l <= f x.
Proof. induction l; simpl; [tauto|]. intros [->|H]; [|specialize (IHl H)]; lia. Qed.

Lemma least_most {A} (f : A -> N) l most : fold_right (fun y => N.min (f y)) most l <= most.
Proof. induction l; simpl; lia. Qed.

(** * Strategies *)

Section Game.
Context {code answer symmetry : Type}.
Variable codes : list code.
Variable reply : code -> code -> answer.
Variable win : answer -> bool.
Hypothesis wins : forall guess, In guess codes -> win (reply guess guess) = true.

Notation strategy := (strategy code answer).
Notation finds := (finds code answer reply).
Notation costs := (costs code answer reply).
Notation legal := (legal code answer codes).
Notation after := (after code answer).
Notation bound := (bound code answer codes reply).

Lemma legal_after play a : legal play -> legal (after play a).
Proof. intros H answers. apply H. Qed.

Lemma costs_app play l m n : costs play (l ++ m) n -> exists i j, costs play l i /\ costs play m j /\ n = i + j.
Proof.
  revert n. induction l; simpl; intros n H.
  - exists 0, n. split; [constructor|]. split; [assumption|lia].
  - inversion_clear H. destruct (IHl _ H1) as (i & j & Hl & Hm & ->).
    exists (n0 + i), j. split; [constructor; auto|]. split; [auto|lia].
Qed.

Lemma costs_permutation play l m : Permutation l m -> forall n, costs play l n -> costs play m n.
Proof.
  induction 1; intros n H'; auto.
  - inversion_clear H'. constructor; auto.
  - inversion_clear H'. inversion_clear H0.
    replace (n0 + (n1 + m0)) with (n1 + (n0 + m0)) by lia. repeat constructor; auto.
Qed.

Lemma finds_late play secret n : finds play secret n -> 1 <= n.
Proof. destruct 1; lia. Qed.

Lemma costs_each play set n : costs play set n -> size set <= n.
Proof. induction 1; simpl; [lia|]. apply finds_late in H. lia. Qed.

(** A strategy whose first guess is none of the codes needs two guesses for each. *)
Lemma members_or_two play set n : costs play set n -> In (play []) set \/ 2 * size set <= n.
Proof.
  induction 1; [right; simpl; lia|].
  destruct H; [left; left; auto|]. apply finds_late in H1.
  destruct IHcosts; [left; right; assumption|right; simpl size; lia].
Qed.

(** ** Parts *)

Definition sub (part whole : list code) := exists rest, Permutation whole (part ++ rest).

Lemma sub_trans l m k : sub l m -> sub m k -> sub l k.
Proof.
  intros [r H] [s H']. exists (r ++ s). rewrite H', app_assoc. apply Permutation_app_tail. assumption.
Qed.

Lemma sub_sum l m f : sub l m -> sum f l <= sum f m.
Proof. intros [r H]. rewrite (sum_permutation _ _ _ H), sum_app. lia. Qed.

Lemma sub_bound l m lower : sub l m -> bound l lower -> bound m lower.
Proof.
  intros [r H] Hl play n Hp Hc. apply (costs_permutation _ _ _ H) in Hc.
  apply costs_app in Hc. destruct Hc as (i & j & Hi & _ & ->). specialize (Hl _ _ Hp Hi). lia.
Qed.

Lemma sub_in l m x : sub l m -> In x l -> In x m.
Proof. intros [r H] Hx. apply (Permutation_in _ (Permutation_sym H)), in_or_app. auto. Qed.

Lemma bound_less set l m : m <= l -> bound set l -> bound set m.
Proof. intros H Hb play n Hp Hc. specialize (Hb _ _ Hp Hc). lia. Qed.

Lemma bound_max set l m : bound set l -> bound set m -> bound set (N.max l m).
Proof. intros Hl Hm play n Hp Hc. specialize (Hl _ _ Hp Hc). specialize (Hm _ _ Hp Hc). lia. Qed.

Lemma bound_zero set : bound set 0.
Proof. intros play n _ _. lia. Qed.

(** ** Cells *)

Notation cell := (@cell code answer).
Variable split : code -> list code -> list cell.

Definition together (cells : list cell) : list code := concat (map snd cells).

Definition cell_of (guess : code) (c : cell) := forall secret, In secret (snd c) -> reply guess secret = fst c.

Hypothesis split_permutation : forall guess set, Permutation set (together (split guess set)).
Hypothesis split_cells : forall guess set, Forall (cell_of guess) (split guess set).

Lemma cell_sub c cells : In c cells -> sub (snd c) (together cells).
Proof.
  intros H. apply in_split in H. destruct H as (l & m & ->).
  exists (together l ++ together m). unfold together. rewrite map_app, concat_app. simpl.
  rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

Lemma split_sub guess set c : In c (split guess set) -> sub (snd c) set.
Proof.
  intros H. destruct (cell_sub _ _ H) as [r Hr]. exists r. rewrite <- Hr. apply split_permutation.
Qed.

(** What is left of the cost of a cell after the guess that makes it. *)
Lemma costs_cell play c n : legal play -> cell_of (play []) c -> win (fst c) = false -> costs play (snd c) n ->
  exists m, costs (after play (fst c)) (snd c) m /\ n = size (snd c) + m.
Proof.
  destruct c as [a set]. unfold cell_of. simpl. intros Hp Ha Hw Hc. revert Ha.
  induction Hc as [|secret others k m Hf Hc IH]; simpl; intros Ha.
  - exists 0. split; [constructor|lia].
  - destruct IH as (j & Hj & ->); [auto|].
    assert (Hs : reply (play []) secret = a) by auto. inversion Hf as [? ? Heq|? ? i Hne Hi]; subst.
    + rewrite wins in Hw by apply Hp. discriminate.
    + exists (i + j). split; [constructor; assumption|lia].
Qed.

Lemma costs_cells play (b : cell -> N) cells : legal play -> Forall (cell_of (play [])) cells ->
  (forall c, In c cells -> win (fst c) = false -> bound (snd c) (b c)) ->
  forall n, costs play (together cells) n -> cost_of win b (together cells) cells <= n.
Proof.
  unfold cost_of. intros Hp. induction cells as [|c cells]; intros Ha Hb n Hc; simpl; [lia|].
  unfold together in Hc. simpl in Hc. apply costs_app in Hc. destruct Hc as (i & j & Hi & Hj & ->).
  inversion_clear Ha. apply IHcells in Hj; [|auto|intros; apply Hb; simpl; auto]. fold (together cells) in *.
  unfold together in *. simpl. rewrite size_app. destruct (win (fst c)) eqn:Hw.
  - apply costs_each in Hi. lia.
  - apply costs_cell in Hi; auto. destruct Hi as (m & Hm & ->).
    apply Hb in Hm; simpl; auto using legal_after. lia.
Qed.

Lemma costs_split play b set n : legal play ->
  (forall c, In c (split (play []) set) -> win (fst c) = false -> bound (snd c) (b c)) ->
  costs play set n -> cost_of win b set (split (play []) set) <= n.
Proof.
  intros Hp Hb Hc. pose proof (split_permutation (play []) set) as H.
  apply (costs_permutation _ _ _ H) in Hc. apply costs_cells with (b := b) in Hc; auto using split_cells.
  unfold cost_of in *. rewrite <- (size_permutation _ _ H) in Hc. assumption.
Qed.

(** ** Splits: if each first guess costs so much, each strategy does; one that tells nothing is no gain. *)

Lemma split_bound set lower : (forall play n, legal play -> costs play set n ->
    lower <= n \/ tells_nothing win (split (play []) set) = true) -> bound set lower.
Proof.
  intros H play n. revert play. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros play Hp Hc.
  destruct (H _ _ Hp Hc) as [|Ht]; [assumption|].
  pose proof (split_permutation (play []) set) as Hs. pose proof (split_cells (play []) set) as Ha.
  destruct (split (play []) set) as [|[a [|first rest]] [|? ?]]; try discriminate.
  unfold together in Hs. simpl in Hs. rewrite app_nil_r in Hs. inversion_clear Ha.
  assert (Hw : win a = false) by (destruct (win a) eqn:Hw; [simpl in Ht; rewrite Hw in Ht; discriminate|reflexivity]).
  apply (costs_permutation _ _ _ Hs), (costs_cell _ (a, first :: rest)) in Hc; [|assumption..].
  destruct Hc as (m & Hm & ->). cbn [fst snd size] in *. apply (costs_permutation _ _ _ (Permutation_sym Hs)) in Hm.
  enough (lower <= m) by lia. apply (IH m) with (after play a); auto using legal_after. lia.
Qed.

(** ** Sizes *)

(** Whether a strategy has earned the winning answer by guess d. *)
Fixpoint found (d : nat) (play : strategy) (secret : code) : bool :=
  match d with
  | O => false
  | S d => let a := reply (play []) secret in win a || found d (after play a) secret
  end.

Definition one (b : bool) : N := if b then 1 else 0.

Lemma finds_found play secret n : legal play -> finds play secret n ->
  forall d, n <= N.of_nat d -> found d play secret = true.
Proof.
  intros Hp H. revert Hp. induction H; intros Hp d Hd; (destruct d; [exfalso; simpl in Hd; try lia|]); simpl.
  - subst. rewrite wins by apply Hp. reflexivity.
  - rewrite IHfinds by (auto using legal_after || lia). apply orb_true_r.
Qed.

(** Each guess that has not found a secret is one that it costs. *)
Lemma finds_missed play secret n : legal play -> finds play secret n ->
  forall k, sum (fun d => one (negb (found d play secret))) (seq 0 k) <= n.
Proof.
  intros Hp H k. enough (sum (fun d => one (negb (found d play secret))) (seq 0 k) <= N.min (N.of_nat k) n) by lia.
  induction k; [simpl; lia|]. rewrite seq_S, sum_app. simpl. pose proof (finds_found _ _ _ Hp H k).
  destruct (found k play secret); simpl; [lia|].
  destruct (N.le_gt_cases n (N.of_nat k)) as [Hk|Hk]; [discriminate (H0 Hk)|lia].
Qed.

Lemma costs_missed play set n : legal play -> costs play set n ->
  forall k, sum (fun d => size set - sum (fun s => one (found d play s)) set) (seq 0 k) <= n.
Proof.
  intros Hp H k. apply N.le_trans with (sum (fun s => sum (fun d => one (negb (found d play s))) (seq 0 k)) set).
  - rewrite sum_swap. apply sum_le. intros d _. induction set; simpl; [lia|].
    assert (exists m, costs play set m) as [m Hm] by (inversion H; eauto).
    clear H. revert IHset. generalize (found d play a). intros b IH.
    enough (size set <= sum (fun s => one (found d play s)) set + sum (fun s => one (negb (found d play s))) set)
      by (destruct b; simpl; lia).
    clear. induction set; simpl; [lia|]. destruct (found d play a); simpl; lia.
  - induction H; simpl; [lia|]. pose proof (finds_missed _ _ _ Hp H k). lia.
Qed.

(** No strategy finds more than so many codes of a set by guess d. *)
Definition reaches (whole : list code) (d : nat) (r : N) :=
  forall play, legal play -> sum (fun s => one (found d play s)) whole <= r.

Lemma reached_once whole d r play : legal play -> reaches whole d r ->
  sum (fun s => one (found (S d) play s)) whole
  <= reached r (shape_of split win whole (play [])).
Proof.
  intros Hp Hr. rewrite (sum_permutation _ _ _ (split_permutation (play []) whole)).
  pose proof (split_cells (play []) whole) as Ha. pose proof (split_sub (play []) whole) as Hs.
  unfold reached, shape_of. revert Ha Hs. generalize (split (play []) whole). unfold together.
  induction l as [|[a set] cells]; intros Ha Hs; [simpl; lia|].
  cbn [map concat snd fst sum fold_right]. rewrite sum_app. apply N.add_le_mono; [|apply IHcells].
  - assert (sum (fun s => one (found (S d) play s)) set <= size set).
    { rewrite size_is_sum. apply sum_le. intros. destruct found; simpl; lia. }
    destruct (win a) eqn:Hw; [assumption|]. apply N.min_glb; [|assumption].
    apply N.le_trans with (2 := Hr _ (legal_after _ a Hp)).
    apply N.le_trans with (sum (fun s => one (found d (after play a) s)) set);
      [|apply (sub_sum set), (Hs (a, set)); left; reflexivity].
    apply sum_le. intros s Hin. inversion_clear Ha. simpl. rewrite (H0 s Hin : _ = a), Hw. simpl. lia.
  - inversion Ha; assumption.
  - intros. apply Hs. simpl. auto.
Qed.

Lemma reach_bound whole set steps d r all : sub set whole -> reaches whole d r -> forall play n, legal play ->
  by_reach (reach steps all r (map (shape_of split win whole) codes)) n
  <= sum (fun d => n - sum (fun s => one (found d play s)) set)
       (seq d (length (reach steps all r (map (shape_of split win whole) codes)))).
Proof.
  unfold by_reach. intros Hs Hr play n Hp. revert d r Hr. induction steps; intros d r Hr.
  - simpl. pose proof (Hr _ Hp). pose proof (sub_sum _ _ (fun s => one (found d play s)) Hs). lia.
  - simpl. pose proof (Hr _ Hp). pose proof (sub_sum _ _ (fun s => one (found d play s)) Hs).
    destruct (all <=? r); [simpl; lia|]. cbn [length seq sum fold_right].
    apply N.add_le_mono; [lia|]. apply IHsteps. intros other Hother.
    apply N.le_trans with (1 := reached_once _ _ _ _ Hother Hr).
    apply (max_in (reached r)), in_map, Hother.
Qed.

Lemma at_size_table numbers (whole set : list code) n :
  at_size set (table numbers n whole) <= by_reach numbers (n + size set).
Proof.
  revert n set. induction whole; intros n [|x set]; cbn [table at_size size]; rewrite ?N.add_0_r; try lia.
  - destruct set; simpl; lia.
  - specialize (IHwhole (N.succ n) set). rewrite N.add_succ_comm in IHwhole. assumption.
Qed.

(** A table bounds the cost of all parts of a set. *)
Definition valid (whole : list code) (sizes : list N) := forall set, sub set whole -> bound set (at_size set sizes).

Lemma table_valid whole : valid whole (table_of codes split win whole).
Proof.
  intros set Hs play n Hp Hc. unfold table_of. apply N.le_trans with (1 := at_size_table _ _ _ _).
  eapply N.le_trans; [|apply (costs_missed _ _ _ Hp Hc)].
  apply reach_bound with (whole := whole); auto. intros other _. simpl. rewrite sum_const. lia.
Qed.

Lemma greater_valid whole one other : valid whole one -> valid whole other -> valid whole (greater one other).
Proof.
  intros H1 H2 set Hs. apply bound_less with (N.max (at_size set one) (at_size set other)).
  - clear. revert one other. induction set; intros [|] [|]; simpl; try lia. apply IHset.
  - apply bound_max; auto.
Qed.

Lemma valid_sub set whole sizes : sub set whole -> valid whole sizes -> valid set sizes.
Proof. intros Hs Hv part Hp. apply Hv. apply sub_trans with set; assumption. Qed.

Lemma peek_bound sizes set : valid set sizes -> bound set (peek split win sizes set).
Proof.
  intros Hv. apply split_bound. intros play n Hp Hc. left. unfold peek.
  assert (H : forall guesses enough least, In (play []) guesses \/ least <= n ->
    least_look split win sizes set enough least guesses <= n); [|apply H, members_or_two, Hc].
  assert (Hg : cost_of win (by_size sizes) set (split (play []) set) <= n).
  { apply costs_split; auto. intros c Hc' _. apply Hv. apply split_sub with (play []). assumption. }
  induction guesses as [|g guesses IH]; intros enough least H; simpl; destruct (least <=? enough); try lia.
  - destruct H as [[]|]. assumption.
  - apply IH. destruct H as [[->|]|]; [right|left|right]; try assumption; lia.
Qed.

(** ** Symmetries *)

Variable same_answer : answer -> answer -> bool.
Variable arrange : list code -> list code.
Hypothesis arranged : forall set, Permutation set (arrange set).
Variable same : code -> code -> bool.
Hypothesis same_eq : forall x y, same x y = true -> x = y.
Variable fine : symmetry -> bool.
Variable move : symmetry -> code -> code.
Hypothesis win_only : forall guess secret, In guess codes -> In secret codes ->
  win (reply guess secret) = true -> guess = secret.
Hypothesis move_codes : forall s x, fine s = true -> In x codes -> In (move s x) codes.
Hypothesis move_reply : forall s guess secret, fine s = true -> In guess codes -> In secret codes ->
  reply (move s guess) (move s secret) = reply guess secret.

Lemma part_of_sub part whole : part_of same part whole = true -> sub part whole.
Proof.
  revert part. induction whole as [|y whole]; intros [|x part]; simpl; try discriminate.
  - exists []. reflexivity.
  - exists (y :: whole). reflexivity.
  - destruct (same x y) eqn:E; intros H; apply IHwhole in H; destruct H as [rest H].
    + apply same_eq in E. subst. exists rest. simpl. constructor. assumption.
    + exists (y :: rest). rewrite <- Permutation_middle. constructor. assumption.
Qed.

Lemma finds_moved s play secret n : fine s = true -> legal play -> In secret codes -> finds play secret n ->
  finds (fun answers => move s (play answers)) (move s secret) n.
Proof.
  intros Hs Hp Hin H. revert Hp Hin. induction H as [play secret H|play secret n Hne H IH]; intros Hp Hin.
  - apply hit. rewrite H. reflexivity.
  - apply miss.
    + intros E. apply Hne. apply win_only; auto. rewrite <- (move_reply s), E by auto. apply wins; auto.
    + rewrite move_reply by auto. apply IH; auto using legal_after.
Qed.

Lemma moved_bound s set lower : fine s = true -> (forall x, In x set -> In x codes) ->
  bound (map (move s) set) lower -> bound set lower.
Proof.
  intros Hs Hin Hb play n Hp Hc. apply (Hb (fun answers => move s (play answers)) n).
  - intros answers. apply move_codes; auto.
  - clear Hb. induction Hc; simpl; constructor; [apply finds_moved|apply IHHc]; simpl in Hin; auto.
Qed.

(** ** Lemmas *)

Definition true_lemmas (lemmas : proven) := forall name set lower,
  PositiveMap.find name lemmas = Some (set, lower) -> bound set lower.
Definition true_sizes (known : known_sizes) := forall name set sizes,
  PositiveMap.find name known = Some (set, sizes) -> valid set sizes.

Notation hints := (list (@hint answer symmetry)).
Notation hinted := (hinted same_answer same arrange fine move).
Notation by_all := (by_all split win same_answer same arrange fine move).

Lemma hinted_bound lemmas (hs : hints) c : true_lemmas lemmas -> (forall x, In x (snd c) -> In x codes) ->
  bound (snd c) (hinted lemmas hs c).
Proof.
  intros Hl Hin. unfold Checker.hinted. destruct find as [h|]; [|apply bound_zero].
  destruct PositiveMap.find as [[set lower]|] eqn:E; [|apply bound_zero].
  destruct (fine (moved h)) eqn:Hf; [|apply bound_zero].
  destruct part_of eqn:Hp; [|apply bound_zero]. simpl. apply moved_bound with (moved h); auto.
  apply part_of_sub in Hp. apply Hl in E. apply (sub_bound _ _ _ Hp) in E.
  intros play n Hpl Hc. apply (E play); auto. apply (costs_permutation _ _ _ (arranged _)). assumption.
Qed.

Lemma by_all_bound lemmas sizes (hs : hints) c : true_lemmas lemmas -> valid (snd c) sizes ->
  (forall x, In x (snd c) -> In x codes) -> bound (snd c) (by_all lemmas sizes hs c).
Proof.
  intros Hl Hv Hin. pose proof (hinted_bound _ hs c Hl Hin) as Hh. unfold Checker.by_all.
  assert (Hz : bound (snd c) (by_size sizes c)) by (apply Hv; exists []; rewrite app_nil_r; reflexivity).
  destruct hinted; [|apply bound_max; assumption].
  destruct small; [apply bound_max; [|apply peek_bound]|]; assumption.
Qed.

Lemma enough_with_gain (gain : cell -> N) lower cells : forall cost, enough_with win gain lower cost cells = true ->
  lower <= cost + sum (fun c => if win (fst c) then 0 else gain c) cells.
Proof.
  induction cells as [|c cells IH]; intros cost; simpl; destruct (N.leb_spec lower cost); simpl;
    try discriminate; try lia.
  intros H'. apply IH in H'. destruct (win (fst c)); lia.
Qed.

Lemma by_all_greater lemmas sizes (hs : hints) c : by_size sizes c <= by_all lemmas sizes hs c.
Proof. unfold Checker.by_all. destruct hinted; [destruct small|]; lia. Qed.

Lemma each_guess enough guesses (entries : list (code * hints)) : each same enough guesses entries = true ->
  forall guess, In guess guesses -> exists hs, enough guess hs = true.
Proof.
  revert entries. induction guesses as [|g guesses]; simpl; intros entries H guess; [tauto|].
  intros [<-|Hg].
  - destruct entries as [|[known hs] later]; [|destruct same]; apply andb_prop in H; destruct H; eauto.
  - destruct entries as [|[known hs] later]; [|destruct same]; apply andb_prop in H; destruct H; eauto.
Qed.

Lemma sizes_for_valid known set names : true_sizes known -> forall first sizes, valid set first ->
  sizes_for same known set first names = Some sizes -> valid set sizes.
Proof.
  intros Hk. induction names as [|name names]; simpl; intros first sizes Hf H.
  - injection H as <-. assumption.
  - destruct PositiveMap.find as [[around own]|] eqn:E; [|discriminate].
    destruct part_of eqn:Hp; [|discriminate]. apply IHnames with (2 := H). apply greater_valid; [assumption|].
    apply valid_sub with around; [apply part_of_sub; assumption|]. apply Hk with name. assumption.
Qed.

Lemma lemma_true first lemmas known set lower names (entries : list (code * hints)) :
  valid codes first -> true_lemmas lemmas -> true_sizes known ->
  lemma_holds codes split win same_answer same arrange fine move first lemmas known set lower names entries = true ->
  sub set codes /\ bound set lower.
Proof.
  intros Hf Hl Hk H. apply andb_prop in H. destruct H as [Hs H]. apply part_of_sub in Hs. split; [assumption|].
  destruct sizes_for as [sizes|] eqn:E; [|discriminate].
  apply sizes_for_valid in E; [|assumption|apply valid_sub with codes; assumption].
  apply split_bound. intros play n Hp Hc.
  assert (Hg : In (play []) (guesses_for codes set lower) \/ lower <= n).
  { unfold guesses_for. destruct (N.leb_spec lower (2 * size set)); [|left; apply Hp].
    destruct (members_or_two _ _ _ Hc); [left; assumption|right; lia]. }
  destruct Hg as [Hg|]; [|auto]. destruct (each_guess _ _ _ H _ Hg) as [hs Hh].
  assert (Hv : forall c, In c (split (play []) set) -> valid (snd c) sizes).
  { intros c Hc'. apply valid_sub with set; [apply split_sub with (play []); assumption|assumption]. }
  unfold costs_enough in Hh. apply orb_prop in Hh. destruct Hh as [|Hh]; [auto|left].
  apply enough_with_gain in Hh. apply N.le_trans with (1 := Hh).
  apply N.le_trans with (cost_of win (by_all lemmas sizes hs) set (split (play []) set)).
  - unfold cost_of. rewrite <- N.add_assoc, <- sum_plus. apply N.add_le_mono_l, sum_le. intros c _.
    pose proof (by_all_greater lemmas sizes hs c). destruct (win (fst c)); lia.
  - apply costs_split; auto. intros c Hc' _. apply by_all_bound; auto. intros x Hx.
    apply (sub_in _ _ _ Hs), (sub_in _ _ _ (split_sub _ _ _ Hc')). assumption.
Qed.

Lemma run_true first : valid codes first -> forall (steps : list (@step code answer symmetry)) name lemmas known,
  true_lemmas lemmas -> true_sizes known ->
  bound codes (run codes split win same_answer same arrange fine move first name lemmas known steps).
Proof.
  intros Hf. induction steps as [|[set|set lower names entries] steps]; simpl; intros name lemmas known Hl Hk.
  - apply bound_zero.
  - apply IHsteps; [assumption|]. intros other set' sizes. destruct (Pos.eq_dec other name) as [->|Hne].
    + rewrite PositiveMap.gss. intros H. injection H as <- <-. apply table_valid.
    + rewrite PositiveMap.gso by assumption. apply Hk.
  - destruct lemma_holds eqn:E; [|apply bound_zero]. apply lemma_true in E; auto. destruct E as [Hs Hb].
    apply bound_max; [apply sub_bound with set; assumption|]. apply IHsteps; [|assumption].
    intros other set' lower'. destruct (Pos.eq_dec other name) as [->|Hne].
    + rewrite PositiveMap.gss. intros H. injection H as <- <-. assumption.
    + rewrite PositiveMap.gso by assumption. apply Hl.
Qed.

Theorem proves_true lower (steps : list (@step code answer symmetry)) :
  proves codes split win same_answer same arrange fine move lower steps = true -> bound codes lower.
Proof.
  intros H. apply N.leb_le in H. apply (bound_less _ _ _ H). apply run_true.
  - apply table_valid.
  - intros name set l. rewrite PositiveMap.gempty. discriminate.
  - intros name set l. rewrite PositiveMap.gempty. discriminate.
Qed.
End Game.
