// Another person at the table: the invitation, what one asks of the other, what is said, and who has left.

/** @import { Chair, InvitationLink, Phrase, Scene, TableRequest } from "./envelope.d.ts" */

import { button, copy, draw, el, renew, select } from "./dom.js";
import { hasSigns } from "./kinds.js";
import { ask, send } from "./link.js";
import { called, know, nameOf, t } from "./words.js";
import words from "./wordsfriend.js";

know(words);

/** How long somebody is not there before the other one is told, and before something can be done about it, in
 *  milliseconds: the second as in src/page/company.rs. */
const [AWAY, LONG_AWAY] = [10_000, 60_000];
/** How long what was said is shown. */
const SAID = 9000;

/** @type {Phrase[]} */
const PHRASES = ["hello", "good-luck", "one-moment", "well-played", "good-game", "thanks"];

/** Whether two people are at the table.
 *  @param {Scene} scene */
const arePeople = ({ view }) => view.chairs.every((chair) => chair.human);

/** @param {Chair} chair */
const indexOf = (chair) => (chair === "first" ? 0 : 1);
/** @param {Chair} chair
 *  @returns {Chair} */
const otherOf = (chair) => (chair === "first" ? "second" : "first");

/** For how long the person of a chair is away, so much later than the scene was told.
 *  @param {Scene} scene
 *  @param {Chair} chair
 *  @param {number} later */
const awayFor = ({ away }, chair, later) => {
  const ms = away[indexOf(chair)];
  return ms === null ? 0 : ms + later;
};

/** What is due besides the board, as a text that changes when something else has to be shown.
 *  @param {Scene} scene
 *  @param {number} later */
export const dueOf = (scene, later) => JSON.stringify([
  ["first", "second"].map((name) => {
    const ms = awayFor(scene, name === "first" ? "first" : "second", later);
    return [ms > AWAY, ms > LONG_AWAY];
  }), heard(scene).map(({ at }) => at)]);

/** When each saying was heard, by chair and time.
 *  @type {Map<string, number>} */
const heardAt = new Map();

/** What was said just now.
 *  @param {Scene} scene */
function heard({ table, said }) {
  return said.filter(({ chair, at }) => {
    const name = `${table} ${chair} ${at}`;
    const since = heardAt.get(name) ?? performance.now();
    heardAt.set(name, since);
    return performance.now() - since < SAID;
  });
}

/** Shows in the node of a chair what its person has just said, and who is not there.
 *  @param {Scene} scene
 *  @param {Chair} chair
 *  @param {Element} node
 *  @param {number} later */
export function dressChair(scene, chair, node, later) {
  node.querySelector(".away")?.toggleAttribute("hidden", awayFor(scene, chair, later) <= AWAY);
  const said = heard(scene).find((one) => one.chair === chair);
  if (said) node.append(el("span", { class: "said", "aria-hidden": "true" }, t(`say-${said.phrase}`)));
}

/** What people ask of the viewer above the board, or nothing.
 *  @param {Scene} scene
 *  @param {{ want: (what: TableRequest, chair?: Chair) => void, sit: (chair: Chair) => unknown, later: number }} acts
 *  @returns {Node[]} */
export function askNodes(scene, { want, sit, later }) {
  const { view, own, free, founded } = scene;
  /** @param {Chair} chair */
  const nameAt = (chair) => called(view.chairs[indexOf(chair)].name);
  const [seat] = free;
  if (seat && own.length === 0) {
    const host = free.length === 1 ? el("span", {}, t("invitesYou", nameAt(otherOf(seat)))) : "";
    return [...(host ? [host] : []), ...free.map((chair) => el("button", { type: "button", class: "main", "data-sit": chair,
      click: () => sit(chair) }, t("playSide", nameOf(view.chairs[indexOf(chair)].color, hasSigns(view)))))];
  }
  if (view.proposed && !view.draw_offer) {
    const { chair, what } = view.proposed;
    if (own.length === 1 && own[0] === chair) {
      return [el("span", {}, t("youAsked", nameAt(otherOf(chair)))), button("withdraw", () => want({ do: "answer", accept: false }))];
    }
    return [el("span", {}, t(`asks-${what}`, nameAt(chair))), ...(own.length === 1 ? [
      button("accept", () => want({ do: "answer", accept: true }), { class: "main" }),
      button("decline", () => want({ do: "answer", accept: false }))] : [])];
  }
  const [mine] = own;
  if (own.length !== 1 || view.draw_offer) return [];
  const other = otherOf(mine);
  const away = awayFor(scene, other, later);
  if (away <= AWAY) return [];
  const nodes = [el("span", {}, t("isGone", nameAt(other)))];
  /** @param {string} word
   *  @param {boolean} win */
  const claim = (word, win) => button(word, () => send({ do: "company", want: { do: "claim", win } }));
  if (away > LONG_AWAY && !view.result && view.moves.length > 0) nodes.push(claim("claimWin", true), claim("claimDraw", false));
  if (away > LONG_AWAY && founded) {
    nodes.push(button("freeSeat", () => {
      if (window.confirm(t("freeSure"))) send({ do: "company", want: { do: "free", chair: other } });
    }));
  }
  return nodes;
}

/** How a proposal was answered, as a sentence, or nothing.
 *  @param {Scene} scene */
export function answerOf({ own, view: { answered, chairs } }) {
  if (!answered) return "";
  if (own.length === 1 && own.includes(answered.chair)) return t(answered.accepted ? "youAgree" : "youDisagree");
  return t(answered.accepted ? "agrees" : "disagrees", called(chairs[indexOf(answered.chair)].name));
}

/** A QR code.
 *  @param {string[]} rows */
function picture(rows) {
  // The standard asks for four dots around it.
  const size = rows.length + 8;
  const dots = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ index, 0: { length } }) =>
    `M${index + 4} ${y + 4}h${length}v1h-${length}z`));
  return draw("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true", "shape-rendering": "crispEdges" },
    draw("path", { d: dots.join("") }));
}

/** What stands beside the board for people: the invitation, phrases, the code of a seat. */
export class FriendCards {
  /** `fill` puts words into new parts.
   *  @param {(root: ParentNode) => void} fill */
  constructor(fill) {
    this.fill = fill;
    this.invite = el("details", { class: "card invite", hidden: true, open: true });
    /** What is called for a table that others can follow, once it is known.
     *  @type {{ table: string, links: InvitationLink[], port: number } | null} */
    this.invited = null;
    this.asked = "";
    this.chosen = 0;
    this.phrases = el("details", { class: "phrases", hidden: true }, el("summary", { "data-word": "say" }),
      el("div", { class: "card" }, ...PHRASES.map((phrase) => button(`say-${phrase}`, () => {
        this.phrases.open = false;
        send({ do: "company", want: { do: "say", phrase } });
      }))));
    this.heard = el("span", { class: "hidden", role: "status" });
    this.code = el("b", { class: "seat-code" });
    this.mine = el("details", { class: "card fold seat-fold", hidden: true }, el("summary", { "data-word": "seatElsewhere" }),
      el("p", {}, el("span", { "data-word": "seatHow" }), " ", this.code));
    const input = el("input", { maxlength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true, "data-label": "seatEnter" });
    this.back = el("details", { class: "card fold seat-fold", hidden: true }, el("summary", { "data-word": "seatReturn" }),
      el("form", { class: "row", submit: (event) => {
        event.preventDefault();
        send({ do: "company", want: { do: "return", code: input.value } });
        input.value = "";
      } }, input, el("button", { "data-word": "seatTake" })));
    for (const node of [this.phrases, this.mine, this.back]) fill(node);
  }

  /** @param {Scene} scene */
  show(scene) {
    const { own, free, leads, code, view } = scene;
    const isTwo = arePeople(scene) && own.length < 2;
    this.invite.hidden = free.length === 0 || (own.length === 0 && !leads);
    if (!this.invite.hidden) this.showInvite(scene);
    this.phrases.hidden = !isTwo || own.length === 0 || free.length > 0;
    this.mine.hidden = !code;
    if (code) this.code.textContent = `${code.slice(0, 3)}-${code.slice(3)}`;
    this.back.hidden = own.length > 0 || free.length === 2 || !view.chairs.some((chair) => chair.human);
    this.heard.textContent = heard(scene).map(({ chair, phrase }) =>
      t("says", called(view.chairs[indexOf(chair)].name), t(`say-${phrase}`))).join(" ");
  }

  /** @param {Scene} scene */
  showInvite(scene) {
    if (this.asked !== scene.table) {
      this.asked = scene.table;
      this.invited = null;
      ask({ do: "invite", table: scene.table }).then(({ links, port }) => {
        this.invited = { table: scene.table, links, port };
        this.chosen = 0;
        if (this.asked === scene.table && !this.invite.hidden) this.showInvite(scene);
      }, () => { this.asked = ""; });
    }
    const { links, port } = this.invited ?? { links: [], port: 0 };
    const link = links[this.chosen]?.link ?? location.href;
    const isHere = this.invited !== null && links.length === 0;
    const choice = links.length > 1 ? select({ "data-label": "anotherAddress", change: (event) => {
      if (event.target instanceof HTMLSelectElement) this.chosen = Number(event.target.value);
      this.showInvite(scene);
    } }, links.map((one, index) => [String(index), new URL(one.link).host]), String(this.chosen)) : null;
    const node = el("div", { class: "invite-link" }, isHere || !this.invited ? null : picture(links[this.chosen].code), el("div", {},
      isHere ? el("p", {}, t("inviteAlone"), " ", el("code", {}, `tengen serve --listen 0.0.0.0:${port}`)) : null,
      el("p", {}, el("a", { class: "big-link", href: link, target: "_blank", rel: "noopener" }, link.replace(/^https?:../, ""))),
      el("div", { class: "row" }, button("link", () => copy(link, t("shared")), { class: "main" }),
        "share" in navigator && !isHere ? button("share", () => navigator.share({ url: link }).catch(() => {})) : null, choice),
      el("p", { class: "quiet" }, t("inviteHow"))));
    const head = el("summary", { "data-word": "waitForFriend" });
    this.fill(el("div", {}, head, node));
    renew(this.invite, head, node);
  }
}
