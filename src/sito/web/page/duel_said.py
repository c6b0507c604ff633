"""What the view Duel says of a duel, and of the friend: the link that invites, and whether the friend is there."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from sito.codes.code import CodeSpace
from sito.errors import SitoError
from sito.games.errors import OutOfTurn
from sito.show.game_sentences import duel_ending
from sito.show.i18n import _, ended, fault_text, join_sentences, ngettext
from sito.show.sentences import hard_sentence, level_sentence, truthful_sentence
from sito.show.spoken import code_words
from sito.sieve.knowledge import how_many_possible
from sito.web.games.states import DuelState
from sito.web.page.elements import Shared, Vue
from sito.web.page.frame import Page
from sito.web.page.games import game_sentence, title_of, turn_text
from sito.web.page.parts import Handler

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
    told = []
    if state.level is not None:
        told.append(level_sentence(state.level))
    if state.order == "alternating":
        told.append(_("The first hit wins."))
    else:
        told.append(_("Fewer guesses win; an equal number is a tie."))
    if state.hard:
        told.append(hard_sentence())
    if state.rules.lies:
        told.append(truthful_sentence(state.game.rules))
    return join_sentences(*told)


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
        told = ngettext(
            "Your friend has been away for {count} second.", "Your friend has been away for {count} seconds.", seconds
        )
        return told.format(count=seconds)
    minutes = seconds // 60
    told = ngettext(
        "Your friend has been away for {count} minute.", "Your friend has been away for {count} minutes.", minutes
    )
    return told.format(count=minutes)


def presence_news(before: DuelState, after: DuelState) -> str:
    """Says that the friend has come back, or has gone; of the first coming `news_text` tells."""
    if not before.joined or before.seen is None or before.present == after.present:
        return ""
    return _("Your friend is there.") if after.present else _("Your friend is away.")


def count_text(state: DuelState, left: int | None) -> str:
    """Says how many codes are possible for one side; nothing where they are not counted, or one is found."""
    if left is None or state.over or state.stage not in ("you", "other"):
        return ""
    return fault_text(how_many_possible(state.game.rules, left))


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


PATH = "/duel"
BEAT_SECONDS = 4.0  # well below the seconds after which the service takes a person for gone


class Beat(Vue, component="components/sito_beat.js"):
    """Tells every few seconds that the page is open, by the event `beat`, while it is `on`."""


class InvitingLink:
    """The link that a friend opens to join."""

    def __init__(self, page: Page) -> None:
        self._page = page
        with page.card(_("Send this link to your friend")) as self._card:
            self._link = Shared()
            self._hint = page.text(classes="hint")
        only_here = _(
            "The link works on this computer only. To let others in, start with 'sito web --host 0.0.0.0' and open the "
            "page by this computer's name or number in the network."
        )
        self._hint.set_text(only_here).show(_is_only_here(str(page.request.base_url)))

    def show(self, state: DuelState) -> None:
        """Shows the link as long as nobody has joined."""
        self._card.show(state.code is not None and not state.joined)
        if state.code is not None:
            self._link.set(address(self._page, state.code))


class Presence:
    """Whether the friend is there."""

    def __init__(self, page: Page) -> None:
        self._text = page.text(classes="presence")

    def show(self, state: DuelState) -> None:
        """Shows it; nothing of the computer, and of somebody who has never come."""
        self._text.tell(presence_text(state))
        self._text.classes(add="here" if state.present else "", remove="" if state.present else "here")


def invitation(page: Page, state: DuelState, join: Handler) -> None:
    """Shows to what a friend is invited, and lets them join."""
    with page.card(_("A friend invites you to a duel")):
        page.text(title_of(state.game.rules), "lead")
        page.text(game_sentence(state.game.rules))
        page.text(about_text(state), "hint")
        page.button(_("Join"), join, primary=True)


def refusal(page: Page, error: SitoError) -> None:
    """Tells kindly that a duel is not the visitor's, and what they can do."""
    with page.card():
        if isinstance(error, OutOfTurn):
            page.text(_("This duel has two players already. You can begin one of your own."))
        else:
            page.text(_("Perhaps the address was mistyped, or the game is no longer kept."))
        page.link(_("Duel"), PATH, "button primary")


def path_of(code: str) -> str:
    """Gives the path of a duel."""
    return f"{PATH}/{code}"


def address(page: Page, code: str) -> str:
    """Gives the address of a duel, to be sent to somebody."""
    return str(page.request.base_url).rstrip("/") + path_of(code)


def _is_only_here(base: str) -> bool:
    """Tells whether an address is of this computer alone.

    >>> _is_only_here("http://127.0.0.1:8080/"), _is_only_here("http://[::1]/"), _is_only_here("https://sito.example/")
    (True, True, False)
    """
    host = urlsplit(base).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
