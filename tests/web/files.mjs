// Games and pictures in files, opened and saved as a person does.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync } from "node:child_process";

import { Person } from "./support.mjs";

const SGF = "(;GM[4]SZ[15];B[hh](;W[ii];B[jj])(;W[hi]))";
const moves = (person) => person.page.locator("#debug .moves .move");

/** Opens games whose comments have letters that end with the byte of a backslash or of a bracket: in Big5, in Shift_JIS
 *  and in GBK, declared and not. */
export async function readsEncodings(browser, url) {
  const person = await Person.arrive(browser, url);
  await person.open("debug");
  const game = (head, comment, last) => Buffer.concat([`(;GM[4]SZ[15]${head}C[`, comment, "];B[hh]C[", comment, "];W[ii]C[",
    comment, `];B[${last}j])`].map((part) => Buffer.from(part)));
  const columns = [..."abcdef"];
  const letters = { Big5: [0xb3, 0x5c, 0xa5, 0x5c, 0xbb, 0x5c], Shift_JIS: [0x95, 0x5c, 0x82, 0xaa, 0x83, 0x5c],
    GBK: [0xd5, 0xc5, 0xce, 0xd2, 0xb2, 0xbb, 0xc8, 0xfd, 0x81, 0x5c] };
  for (const [encoding, bytes] of Object.entries(letters)) {
    for (const head of [`CA[${encoding}]`, ""]) {
      const chosen = person.page.waitForEvent("filechooser");
      await person.page.click("#debug button[data-word=openFile]");
      await (await chosen).setFiles({ name: "a.sgf", mimeType: "text/plain", buffer: game(head, Buffer.from(bytes), columns[0]) });
      await person.sees(`${columns.shift()}6`, "black");
    }
  }
  await person.leave();
}

export const cases = {
  async "a file is opened, and one is dropped anywhere"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    const chosen = person.page.waitForEvent("filechooser");
    await person.page.click("#debug button[data-word=openFile]");
    await (await chosen).setFiles({ name: "a.sgf", mimeType: "text/plain", buffer: Buffer.from(SGF) });
    await moves(person).nth(3).waitFor();
    await person.open("play");
    await person.page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "b.txt", { type: "text/plain" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, "h8 i9 j10 k11 a1");
    await moves(person).nth(4).waitFor();
    await person.page.locator("#notice").filter({ hasText: "Read with row 1 at the bottom, as it is drawn here" }).waitFor();
    // Files of positions count rows from above.
    await person.page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["a1b2"], "c.pos"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await person.sees("a15", "black");
    await person.sees("b14", "white");
    await person.page.goBack();
    await moves(person).nth(4).waitFor();
    await person.page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x".repeat(300_000)], "big.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await person.page.locator("#notice").filter({ hasText: "big.txt is too large" }).waitFor();
    assert.equal(await moves(person).count(), 5);
    await person.leave();
  },

  async "a file is read in the encoding that it declares, or looks like"({ browser, url }) {
    await readsEncodings(browser, url);
  },

  async "what a file has no room for is said when it is saved"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const told = async (rule, word) => {
      await person.open(`analysis?${new URLSearchParams({ fen: `${Array(15).fill(15).join("/")} x k=5 rule=${rule}`, moves: "h8 i9" })}`);
      await person.sees("i9", "white");
      const download = person.page.waitForEvent("download");
      await person.page.click(`#debug [data-word=${word}]`);
      await download;
      return person.page.locator("#notice:visible", { hasText: "names no rule" });
    };
    for (const [rule, word] of [["freestyle", "savePsq"], ["renju", "saveSgf"]]) assert.equal(await (await told(rule, word)).count(), 0);
    await (await told("renju", "savePsq")).waitFor();
    await person.leave();
  },

  async "the board is saved as a picture that needs no page"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open(`debug?${new URLSearchParams({ fen: `${Array(15).fill(15).join("/")} x k=5`, moves: "h8 i9" })}`);
    await person.sees("i9", "white");
    const save = async (word) => {
      const download = person.page.waitForEvent("download");
      await person.page.click(`#debug [data-word=${word}]`);
      return fs.readFileSync(await (await download).path());
    };
    const svg = (await save("saveSvg")).toString();
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.equal(svg.match(/<circle/g).length, 9 + 3, "nine dots, two stones, the sign of the last move");
    assert.ok(!svg.includes("class=") && svg.includes(">15</text>"));
    const png = await save("savePng");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [956, 956]);
    // Outside the page it looks as inside: wood in a corner, a dark stone in the middle.
    const alone = await person.context.newPage();
    const seen = await alone.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(956, 956);
      const pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      return [[40, 40], [478, 490]].map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data]);
    }, png.toString("base64"));
    assert.deepEqual(seen[0], [226, 182, 99, 255]);
    assert.ok(seen[1].slice(0, 3).every((part) => part < 90), seen[1].join());
    await person.leave();
  },

  async "a link that is shared is short and leads to the same game with its variations"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await person.open(`debug?${new URLSearchParams({ fen: `${Array(15).fill(15).join("/")} x k=5 rule=renju destroy=0,0`,
      moves: "h8 i9 (h9 j10 (k11)) j8 g7", ply: 3 })}`);
    await person.sees("j8", "black");
    const long = page.url();
    await page.click("#debug [data-word=share]");
    await page.locator("#notice").filter({ hasText: "copied" }).waitFor();
    const short = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(short.length < 80 && short.length < long.length / 2, short);
    const other = await Person.arrive(browser, url);
    await other.page.goto(short);
    await other.sees("j8", "black");
    assert.equal(await other.page.locator("#debug .variation").count(), 2);
    const said = new URLSearchParams(other.page.url().split("?")[1]);
    assert.deepEqual([said.get("moves"), said.get("ply")], ["h8 i9 (h9 j10 (k11)) j8 g7", "3"]);
    assert.match(said.get("fen"), /rule=renju/);
    // What is no such link is refused in words, and other games are packed as well.
    await other.page.goto(`${url}#debug?g=AQAAA-x`);
    await other.page.locator("#notice").filter({ hasText: "broken" }).waitFor();
    const same = await other.page.evaluate(async () => {
      const { pack, unpack } = await import("./pack.js");
      const wide = `${Array(30).fill(40).join("/")} x k=5 rule=freestyle destroy=2,2`;
      const games = [[wide, "an30 a1 (*an30) aa15"], ["3/1x1/3 o k=3 rule=freestyle destroy=0,0", "a1 (b1 (c1) a2)"], [wide, ""]];
      return games.every(([fen, moves]) => {
        const found = unpack(pack(fen, moves));
        return found.fen === fen && found.moves === moves;
      });
    });
    assert.equal(same, true);
    await other.leave();
    await person.leave();
  },

  async "a game is saved as a drawing that plays itself"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open(`debug?${new URLSearchParams({ fen: "6/6/6/6/6/6 x k=5 rule=freestyle destroy=1,1", moves: "c3 d4 *d4 a1" })}`);
    await person.sees("a1", "white");
    const download = page.waitForEvent("download");
    await page.click("#debug [data-word=saveFilm]");
    const text = fs.readFileSync(await (await download).path(), "utf8");
    const film = await page.evaluate((svg) => {
      const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      const steps = [...root.querySelectorAll("animate")];
      return { name: root.nodeName, steps: steps.map((node) => node.getAttribute("values")),
        fills: steps.map((node) => Boolean(node.parentNode.getAttribute("fill"))), repeats: steps[0].getAttribute("repeatCount") };
    }, text);
    // The stone that is converted goes when the other one comes.
    assert.deepEqual(film, { name: "svg", steps: ["hidden;visible", "hidden;visible;hidden", "hidden;visible", "hidden;visible"],
      fills: [true, true, true, true], repeats: "indefinite" });
    await person.sees("a1", "white");
    assert.equal(await page.locator("#debug .board animate").count(), 0);
    await person.leave();
  },

  async "a library of openings is dropped and its tree is walked"({ browser, url, program }) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tengen-lib-"));
    const [sgf, lib] = ["a.sgf", "a.lib"].map((name) => path.join(folder, name));
    fs.writeFileSync(sgf, "(;GM[4]SZ[15];B[hh](;W[ih];B[jj])(;W[hg];B[aa]))");
    execFileSync(program, ["convert", sgf, lib], { stdio: "ignore" });
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("debug");
    await page.setInputFiles("#debug input[type=file]", lib);
    await page.locator("#debug .variation").waitFor();
    assert.equal(await page.locator("#debug .moves .move").count(), 5);
    fs.rmSync(folder, { recursive: true });
    await person.leave();
  },

  async "a proof is dropped, and every reply is answered by it"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("debug");
    const drop = (content) => page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "a.proof"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, content);
    await drop("tengen-proof 1\nposition nowhere\n");
    await page.locator("#notice").filter({ hasText: "cannot be read" }).waitFor();
    await drop(fs.readFileSync(new URL("../data/proofs/true-open-three.proof", import.meta.url), "utf8"));
    const card = page.locator("#debug .learn:visible");
    await card.filter({ hasText: "Proof: X wins · positions: 2" }).filter({ hasText: "Click any reply" }).waitFor();
    // Any reply but one is answered by a3; that one by its mirror.
    await person.tap("c1");
    await person.sees("a3", "black");
    await card.filter({ hasText: "the claim is met" }).waitFor();
    await page.click("#debug [data-label=first]");
    await person.tap("a3");
    await person.sees("e3", "black");
    await page.click("[data-does=endProof]");
    assert.equal(await card.count(), 0);
    await person.leave();
  },

  async "a proof with symmetries answers every reply of a whole game"({ browser, url, program }) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tengen-proof-"));
    const file = path.join(folder, "draw.proof");
    execFileSync(program, ["prove", "--size", "3", "--k", "3", "--claim", "o holds", "--out", file], { stdio: "ignore" });
    const text = fs.readFileSync(file, "utf8");
    assert.match(text, /:\d+\/[1-7]/, "symmetries are in it");
    const person = await Person.arrive(browser, url);
    await person.open("play");
    const ends = await person.page.evaluate(async (proof) => {
      const { ProofPlayer } = await import("./proofs.js");
      const { after, readFen, square } = await import("./native.js");
      const ends = { full: 0, open: 0, lost: 0, taken: 0 };
      let game;
      const player = new ProofPlayer({ done() {}, here: () => game.place,
        load: (fen) => { game = { position: readFen(fen), place: {} }; },
        playAll: (moves) => {
          for (const move of moves) {
            const { col, row } = { col: move.charCodeAt(0) - 97, row: Number(move.slice(1)) - 1 };
            if (game.position.cells[2 - row][col] !== ".") ends.taken += 1;
            game = { position: after(game.position, [move]), place: {} };
          }
        } });
      const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
      const walk = () => {
        const cells = game.position.cells.flat();
        if (lines.some((line) => line.every((at) => cells[at] === "x"))) ends.lost += 1;
        const free = cells.map((letter, at) => (letter === "." ? at : -1)).filter((at) => at >= 0);
        if (free.length === 0) ends.full += 1;
        const before = game;
        for (const at of free) {
          game = before;
          player.reply(square(at % 3, 2 - Math.floor(at / 3)));
          // Where pairs or a count speak for the rest, nothing has to be answered.
          if (game.position.side === "x" && game !== before) walk();
          else ends.open += 1;
        }
        game = before;
      };
      if (!player.open(proof)) return null;
      walk();
      return ends;
    }, text);
    assert.ok(ends.lost === 0 && ends.taken === 0 && ends.full + ends.open > 20, JSON.stringify(ends));
    fs.rmSync(folder, { recursive: true });
    await person.leave();
  },
};
