// Tables that are sorted by their heads and turned page by page.

/** @import { Child } from "./dom.js" */

import { isWide } from "./charts.js";
import { el, within } from "./dom.js";
import { t } from "./words.js";

/** A column: its name, a cell of it, and what its rows are sorted by.
 *  @template Row
 *  @typedef {{ name: string, of: (row: Row) => Child, by?: (row: Row) => string | number | null | undefined }} Column */

/** Rows of a page: on a phone a row takes three lines. */
const rowsOfPage = () => (isWide() ? 50 : 10);

/** A table of rows: each column has a `name` (a word, or text that is none), `of(row)` for a cell, and where it can be
 *  sorted by it `by(row)`. It remembers how it is sorted and which page is shown.
 *  @template Row */
export class Grid {
  /** @param {{ columns: () => Column<Row>[], sort?: string | null, down?: boolean, refill: () => void }} does */
  constructor({ columns, sort = null, down = true, refill }) {
    this.columns = columns;
    this.sort = sort;
    this.down = down;
    this.refill = refill;
    this.page = 0;
    this.node = el("div");
  }

  /** The rows as they are sorted, all of them.
   *  @param {Row[]} rows */
  sorted(rows) {
    const column = this.columns().find(({ name }) => name === this.sort);
    const by = column?.by;
    if (!by) return rows;
    /** @param {Row} row */
    const worth = (row) => by(row) ?? -Infinity;
    /** @param {Row} one
     *  @param {Row} other */
    const order = (one, other) => (worth(one) < worth(other) ? -1 : worth(one) > worth(other) ? 1 : 0);
    return [...rows].sort((one, other) => (this.down ? order(other, one) : order(one, other)));
  }

  /** @param {Row[]} all */
  show(all) {
    const rows = this.sorted(all);
    const size = rowsOfPage();
    const pages = Math.max(1, Math.ceil(rows.length / size));
    this.page = Math.min(this.page, pages - 1);
    const from = this.page * size;
    const shown = rows.slice(from, from + size);
    const columns = this.columns();
    /** @param {Column<Row>} column */
    const head = ({ name, by }) => {
      const isNow = by && name === this.sort;
      const text = name ? t(name) : el("span", { class: "hidden" }, t("tools"));
      return el("th", { scope: "col", "aria-sort": isNow ? (this.down ? "descending" : "ascending") : null },
        by ? el("button", { type: "button", class: /^\p{L}/u.test(t(name)) ? "head" : "head sign", "data-sort": name, click: () => this.turn(name) },
          text, isNow ? (this.down ? " ▾" : " ▴") : "") : text);
    };
    const table = el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, ...columns.map(head))),
      el("tbody", {}, ...shown.map((row) => el("tr", {}, ...columns.map(({ name, of }) =>
        // On a phone there is no room for a head: each cell says what it is.
        el("td", { "data-name": name ? t(name) : null }, of(row))))))));
    this.node.replaceChildren(table, ...(pages > 1 ? [this.pager(pages, from, from + shown.length, rows.length)] : []));
  }

  /** @param {string} name */
  turn(name) {
    this.down = this.sort === name ? !this.down : true;
    this.sort = name;
    this.page = 0;
    this.again(({ dataset }) => dataset.sort === name);
  }

  /** Has it drawn anew; the button that was pressed has another one in its place, which a keyboard goes on from.
   *  @param {(node: HTMLElement) => boolean} isPressed */
  again(isPressed) {
    this.refill();
    [...within(this.node, "button")].find(isPressed)?.focus({ preventScroll: true });
  }

  /** @param {number} pages
   *  @param {number} from
   *  @param {number} to
   *  @param {number} count */
  pager(pages, from, to, count) {
    /** @param {string} text
     *  @param {string} word
     *  @param {number} page */
    const button = (text, word, page) => el("button", { type: "button", "aria-label": t(word), "data-page": word,
      disabled: page < 0 || page >= pages, click: () => { this.page = page; this.again(({ dataset }) => dataset.page === word); } }, text);
    return el("div", { class: "row pager" }, button("◀", "back", this.page - 1),
      el("span", {}, t("rowsOf", from + 1, to, count)), button("▶", "forward", this.page + 1));
  }
}
