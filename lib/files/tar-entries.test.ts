import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { packTar } from "modern-tar";
import { expect, test } from "vitest";
import { tarEntries } from "./tar-entries";

const SIZES = [2, 400, 4_000, 20_000, 200_000];

test.each([1_000, 16_384, 1_000_000])(
  "what isn't read of an entry is skipped, wherever the tar is cut into parts: at %i bytes",
  async (each) => {
    const names = SIZES.flatMap((size) =>
      ["unread", "begun", "whole"].map((how) => ({ name: `${how}-${size}`, size })),
    );
    const tar = await packTar(
      names.map(({ name, size }) => ({ header: { name, size, type: "file" }, body: "x".repeat(size) })),
    );
    const parts = Array.from({ length: Math.ceil(tar.length / each) }, (_, at) =>
      tar.subarray(at * each, (at + 1) * each),
    );
    const read: string[] = [];
    for await (const { header, body } of tarEntries(Readable.from(parts))) {
      // Meanwhile, the decoder may go on to the next entry.
      await new Promise(setImmediate);
      if (header.name.startsWith("whole")) expect(await text(body)).toHaveLength(header.size);
      if (header.name.startsWith("begun")) for await (const _ of body) break;
      read.push(header.name);
    }
    expect(read).toEqual(names.map(({ name }) => name));
  },
);

test("an incomplete tar throws, and so does one that can't be read", async () => {
  const tar = await packTar([{ header: { name: "a", size: 2_000, type: "file" }, body: "x".repeat(2_000) }]);
  const names = async (bytes: AsyncIterable<Uint8Array>) => {
    for await (const { body } of tarEntries(bytes)) await text(body);
  };
  await expect(names(Readable.from([tar.subarray(0, 1_500)]))).rejects.toThrow("truncated");
  const broken = async function* () {
    yield tar.subarray(0, 1_500);
    throw new Error("The disk is broken.");
  };
  await expect(names(broken())).rejects.toThrow();
});
