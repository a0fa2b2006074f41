// Games and pictures in files, opened and saved as a person does.

import assert from "node:assert/strict";
import fs from "node:fs";

import { Person } from "./support.mjs";

const SGF = "(;GM[4]SZ[15];B[hh](;W[ii];B[jj])(;W[hi]))";
const moves = (person) => person.page.locator("#debug .moves .move");

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
    await person.page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x".repeat(300_000)], "big.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await person.page.locator("#notice").filter({ hasText: "big.txt is too large" }).waitFor();
    assert.equal(await moves(person).count(), 5);
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
};
