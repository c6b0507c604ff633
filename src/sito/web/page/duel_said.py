"""What the view Duel says of a duel, and of the friend: how it stands, and whether the friend is there."""

from __future__ import annotations

from sito.codes.code import CodeSpace
from sito.errors import NN_
from sito.show.game_sentences import duel_ending
from sito.show.i18n import _, ended, join_sentences, ngettext
from sito.show.sentences import codes_left_text, hard_sentence, level_sentence, truthful_sentence
from sito.show.spoken import code_words
from sito.web.games.states import DuelState
from sito.web.page.games import game_sentence, turn_text

_LONG = 120  # seconds; who has been away for longer is away for minutes


def with_friend(state: DuelState) -> bool:
    """Whether the other side is a person."""
    return state.against == "person"


def hide_text(state: DuelState) -> str:
    """Says what a code looks like that is to be hidden."""
    rules = game_sentence(state.game.rules)
    if with_friend(state):
        return _("Think of a code: {rules}.").format(rules=rules)
    return _("Hide a code: {rules}. I have hidden mine.").format(rules=rules)


def about_text(state: DuelState) -> str:
    """Says against whom the duel is, and how it is decided."""
    first = state.order == "alternating"
    return join_sentences(
        level_sentence(state.level) if state.level is not None else "",
        _("The first hit wins.") if first else _("Fewer guesses win; an equal number is a tie."),
        hard_sentence() if state.hard else "",
        truthful_sentence(state.game.rules) if state.rules.lies else "",
    )


def stage_text(state: DuelState) -> str:
    """Says what happens next."""
    if state.over:
        return ending_text(state)
    if state.stage == "you":
        if any(turn.wins for turn in state.theirs):
            return _("Your code has been found: this is your last guess.")
        return _("It is your turn.")
    if state.stage == "other":
        if any(turn.wins for turn in state.yours):
            return _("You have found the code; your friend has one last guess.")
        return _("It is your friend's turn.")
    if not state.ready:
        return hide_text(state)
    return _("Your friend is still choosing a code.") if state.joined else _("Your friend has not come yet.")


def presence_text(state: DuelState) -> str:
    """Says whether the friend is there, or for how long not; nothing of the computer."""
    if not with_friend(state) or not state.joined:
        return ""
    if state.present:
        return _("Your friend is there.")
    if state.seen is None:
        return _("Your friend is away.")
    seconds = int(state.seen)
    if seconds < _LONG:
        away = NN_("Your friend has been away for {count} second.", "Your friend has been away for {count} seconds.")
        return ngettext(*away, seconds).format(count=seconds)
    away = NN_("Your friend has been away for {count} minute.", "Your friend has been away for {count} minutes.")
    return ngettext(*away, seconds // 60).format(count=seconds // 60)


def presence_news(before: DuelState, after: DuelState) -> str:
    """Says that the friend has come back, or has gone; of the first coming `news_text` tells."""
    if not before.joined or before.seen is None or before.present == after.present:
        return ""
    return _("Your friend is there.") if after.present else _("Your friend is away.")


def count_text(state: DuelState, left: int | None) -> str:
    """Says how many codes are possible for one side; nothing where they are not counted, or one is found."""
    if left is None or state.over or state.stage not in ("you", "other"):
        return ""
    return codes_left_text(left, state.game.rules)


def ending_text(state: DuelState) -> str:
    """Says who has won."""
    if state.given_up == "you":
        return _("You have given up.")
    if state.given_up == "other":
        return _("Your friend has given up: you win.")
    winner = {"won": "you", "lost": "other"}.get(state.outcome, "tie")
    mine, theirs = state.game.game_of(state.seat), state.game.game_of(3 - state.seat)
    return duel_ending(mine, theirs, winner, friend=with_friend(state))


def secret_text(state: DuelState) -> str:
    """Says at the end what the code of the other was, if it has not been found."""
    if state.other_secret is None or any(turn.wins for turn in state.yours):
        return ""
    told = _("The code was {code}.") if with_friend(state) else _("My code was {code}.")
    return told.format(code=state.other_secret)


def score_text(state: DuelState) -> str:
    """Says how the duels have ended that these two have played, once there are several."""
    if state.won + state.lost + state.tied < 2:
        return ""
    told = _("Duels won: {won}, lost: {lost}, tied: {tied}.")
    return told.format(won=state.won, lost=state.lost, tied=state.tied)


def rematch_text(state: DuelState) -> str:
    """Says who wants another duel."""
    if not with_friend(state):
        return ""
    if state.rematch:
        return _("You want another duel; your friend has still to agree.")
    return _("Your friend wants another duel.") if state.other_rematch else ""


def _turn_texts(state: DuelState, known: int, mine: bool) -> list[str]:
    """Says the guesses of one side after those that are known."""
    if mine:
        told = _("Your guess {number}: {code}. Answer: {answer}.")
    elif with_friend(state):
        told = _("Your friend's guess {number}: {code}. Answer: {answer}.")
    else:
        told = _("My guess {number}: {code}. Answer: {answer}.")
    game = state.game.game_of(state.seat if mine else 3 - state.seat)
    return [turn_text(told, game.rules, number, turn) for number, turn in enumerate(game.turns[known:], known + 1)]


def news_text(before: DuelState, after: DuelState, count: bool) -> str:
    """Says what has changed between two states, whoever changed it; `count` tells the codes that are left."""
    if after.round != before.round:
        return join_sentences(_("The next duel begins."), *_secret_news(before, after), stage_text(after))
    told = [_("Your friend has come.")] if after.joined and not before.joined else []
    told += _secret_news(before, after)
    mine = after.yours[len(before.yours) :]
    theirs = after.theirs[len(before.theirs) :]
    told += _turn_texts(after, len(before.yours), True)
    if mine and count and not mine[-1].wins:
        told.append(count_text(after, after.left))
    told += _turn_texts(after, len(before.theirs), False)
    if after.over:
        told += [ending_text(after), secret_text(after)] if not before.over else [rematch_text(after)]
    elif (before.stage, before.ready) != (after.stage, after.ready) or any(turn.wins for turn in (*mine, *theirs)):
        told.append(stage_text(after))
    return join_sentences(*map(ended, told))


def _secret_news(before: DuelState, after: DuelState) -> list[str]:
    told = []
    if after.secret is not None and (before.secret is None or before.round != after.round):
        code = code_words(after.game.rules, CodeSpace(after.game.rules).parse(after.secret))
        told.append(_("Your code is {code}.").format(code=code))
    if with_friend(after) and after.other_ready and not before.other_ready and not after.ready:
        told.append(_("Your friend has hidden a code."))
    return told
