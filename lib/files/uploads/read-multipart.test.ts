import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { readMultipart } from "@/lib/files/uploads/read-multipart";
import { removeTemporary } from "@/lib/files/uploads/store-file";
import { images } from "@/lib/testing/images";
import { randomRuns } from "@/lib/testing/long";
import { isAppError } from "@/lib/text/errors";

const KIB = 1024;
const limits = { files: 3, fileBytes: 100 * KIB, fields: 4, fieldBytes: 2 * KIB, totalBytes: 300 * KIB };

beforeEach(() => {
  process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "parley-uploads-"));
});
afterEach(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

type Part = { name?: string; filename?: string; type?: string; body: string | Buffer };

function formBody(parts: Part[], end = "--X--\r\n"): Buffer {
  const encoded = parts.map(({ name, filename, type, body }) => {
    const disposition = `form-data${name === undefined ? "" : `; name="${name}"`}${filename === undefined ? "" : `; filename="${filename}"`}`;
    const head = `--X\r\nContent-Disposition: ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ""}\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(body), Buffer.from("\r\n")]);
  });
  return Buffer.concat([...encoded, Buffer.from(end)]);
}

async function* inChunks(bytes: Buffer, size = 64 * KIB): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) {
    await Promise.resolve();
    yield bytes.subarray(i, i + size);
  }
}

const headers = (name: string) => (name === "content-type" ? "multipart/form-data; boundary=X" : null);
const read = (parts: Part[], chunk?: number) =>
  readMultipart({ headers, body: inChunks(formBody(parts), chunk) }, limits);
const incoming = () => {
  try {
    return readdirSync(incomingDir());
  } catch {
    return [];
  }
};

describe("a form", () => {
  test.each([1, 7, 64 * KIB])("is read completely when it arrives %i bytes at a time", async (chunk) => {
    const { fields, files } = await read(
      [
        { name: "payload_json", body: '{"content":"Grüße \u{1f600}"}', type: "application/json" },
        { name: "files[0]", filename: "notes.txt", body: "one\r\n--Y\r\ntwo" },
        { name: "files[1]", filename: "C:\\temp\\pic.png", body: images.png(4, 3), type: "text/html" },
        { name: "empty", body: "" },
      ],
      chunk,
    );
    expect(fields).toEqual([
      ["payload_json", '{"content":"Grüße \u{1f600}"}'],
      ["empty", ""],
    ]);
    expect(files.map(({ field, name, file }) => [field, name, file.contentType])).toEqual([
      ["files[0]", "notes.txt", "application/octet-stream"],
      ["files[1]", "pic.png", "image/png"],
    ]);
    expect(readFileSync(files[0]?.file.temporary ?? "", "utf8")).toBe("one\r\n--Y\r\ntwo");
    expect(incoming()).toHaveLength(2);
  });

  test("keeps the order of its files, and equal names", async () => {
    const sizes = [90 * KIB, 0, 7];
    const { files } = await read(sizes.map((size) => ({ name: "file", filename: "a", body: Buffer.alloc(size, "a") })));
    expect(files.map(({ file }) => file.size)).toEqual(sizes);
  });

  test("accepts a file name with any characters, encoded as in RFC 5987", async () => {
    const body = Buffer.from(
      "--X\r\nContent-Disposition: form-data; name=\"f\"; filename*=UTF-8''%e2%82%ac%20rates.txt\r\n\r\n1\r\n--X--\r\n",
    );
    const { files } = await readMultipart({ headers, body: inChunks(body) }, limits);
    expect(files[0]?.name).toBe("€ rates.txt");
  });

  test.each([
    ['filename="5%22 disk.txt"', '5" disk.txt'],
    ['filename="5\\" disk.txt"', '5" disk.txt'],
    ["filename*=UTF-8''5%22%20disk.txt", '5" disk.txt'],
    ['filename="%22a%22.txt"', '"a".txt'],
    ['filename="two%0d%0Alines.txt"', "twolines.txt"],
    ['filename="100%25 %41.txt"', "100%25 %41.txt"],
    ['filename="“a”.txt"', "“a”.txt"],
  ])("keeps quotes in a file's name, however its sender escapes them: %s", async (disposition, name) => {
    const body = Buffer.from(`--X\r\nContent-Disposition: form-data; name="f"; ${disposition}\r\n\r\n1\r\n--X--\r\n`);
    const { files } = await readMultipart({ headers, body: inChunks(body) }, limits);
    expect(files.map((file) => file.name)).toEqual([name]);
  });

  test("keeps the name of a file that fetch() sends", async () => {
    const form = new FormData();
    form.append('a "field"', new Blob(["1"]), 'the "real" one.txt');
    const sent = new Response(form);
    const body = inChunks(Buffer.from(await sent.arrayBuffer()));
    const { files } = await readMultipart({ headers: (name) => sent.headers.get(name), body }, limits);
    expect(files.map(({ field, name }) => [field, name])).toEqual([['a "field"', 'the "real" one.txt']]);
  });

  test("keeps every field with the same name", async () => {
    const { fields } = await read(["1", "2"].map((body) => ({ name: "tag", body })));
    expect(fields).toEqual([
      ["tag", "1"],
      ["tag", "2"],
    ]);
  });

  test("may be empty", async () => {
    const body = inChunks(Buffer.from("--X--\r\n"));
    expect(await readMultipart({ headers, body }, limits)).toEqual({ fields: [], files: [] });
  });

  test("may have a preamble and an epilogue", async () => {
    const body = Buffer.concat([
      Buffer.from("hello\r\n"),
      formBody([{ name: "a", body: "1" }]),
      Buffer.alloc(70 * KIB, " "),
    ]);
    expect((await readMultipart({ headers, body: inChunks(body, 1000) }, limits)).fields).toEqual([["a", "1"]]);
  });
});

describe("a form is refused", () => {
  const file = (size: number, n = 0): Part => ({ name: `f${n}`, filename: "big.bin", body: Buffer.alloc(size) });
  const field = (name: string, body: string | Buffer): Part => ({ name, body });

  test.each<[string, Part[], string, RegExp]>([
    [
      "with a file that is too large",
      [file(10), file(100 * KIB + 1, 1)],
      "too_large",
      /"big\.bin" can be at most 100 KiB/,
    ],
    [
      "with a text that is too large",
      [file(10), field("a", "x".repeat(2 * KIB + 1))],
      "too_large",
      /text field .* 2 KiB/,
    ],
    [
      "when the whole is too large",
      [0, 1, 2].map((n) => file(100 * KIB, n)).concat(field("a", "x")),
      "too_large",
      /body .* 300 KiB/,
    ],
    ["with too many files", [0, 1, 2, 3].map((n) => file(10, n)), "invalid", /at most 3 files/],
    ["with too many texts", [..."abcde"].map((name) => field(name, "1")), "invalid", /4 text fields/],
    ["with a part without a name", [{ body: "1" }], "invalid", /must have a name/],
    ["with text that isn't UTF-8", [file(10), field("a", Buffer.from([0x61, 0xff]))], "invalid", /UTF-8/],
  ])("%s", async (_name, parts, code, message) => {
    await expect(read(parts)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(incoming()).toEqual([]);
  });

  test.each([
    ["no type", null],
    ["another type", "application/json"],
    ["no boundary", "multipart/form-data"],
    ["an empty boundary", 'multipart/form-data; boundary=""'],
    ["a long boundary", `multipart/form-data; boundary=${"x".repeat(71)}`],
    ["a mixed type", "multipart/mixed; boundary=X"],
  ])("with %s", async (_name, type) => {
    const request = { headers: () => type, body: inChunks(formBody([{ name: "a", body: "1" }])) };
    await expect(readMultipart(request, limits)).rejects.toMatchObject({ code: "invalid" });
  });

  test("before reading it if its Content-Length is too large", async () => {
    let reads = 0;
    async function* body(): AsyncGenerator<Uint8Array> {
      reads += 1;
      yield Buffer.alloc(1);
    }
    const request = {
      headers: (name: string) => (name === "content-length" ? "999999999" : headers(name)),
      body: body(),
    };
    await expect(readMultipart(request, limits)).rejects.toMatchObject({ code: "too_large" });
    expect(reads).toBe(0);
  });

  test("without reading the rest", async () => {
    let reads = 0;
    let ended = false;
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        yield formBody([file(0)], "").subarray(0, -2);
        for (;;) {
          reads += 1;
          yield Buffer.alloc(10 * KIB);
        }
      } finally {
        ended = true;
      }
    }
    await expect(readMultipart({ headers, body: body() }, limits)).rejects.toMatchObject({ code: "too_large" });
    expect(reads).toBeLessThan(20);
    expect(ended).toBe(true);
  });

  test("when its sender disconnects", async () => {
    async function* body(): AsyncGenerator<Uint8Array> {
      yield formBody([file(50 * KIB)], "");
      throw new Error("aborted");
    }
    await expect(readMultipart({ headers, body: body() }, limits)).rejects.toMatchObject({ code: "invalid" });
    expect(incoming()).toEqual([]);
  });

  test("when it is cut off at any byte", async () => {
    const whole = formBody([field("a", "text"), file(20), field("b", "more")]);
    for (let length = 0; length < whole.length - 4; length += 1) {
      const request = { headers, body: inChunks(whole.subarray(0, length), 50) };
      await expect(readMultipart(request, limits), `${length} bytes`).rejects.toMatchObject({ code: "invalid" });
    }
    expect(incoming()).toEqual([]);
  });
});

test("reading malformed forms always ends, with files or an error", async () => {
  const piece = fc.constantFrom(
    "--X",
    "\r\n",
    "\r\n\r\n",
    "--",
    "Content-Disposition: form-data",
    '; name="a"',
    '; filename="b"',
    "Content-Type: text/plain; charset=utf-16le",
    ":",
    " ",
    "\n",
    '"',
    "\\",
    "x",
    "=",
    ";",
    "%ff",
    "filename*=utf-8''%",
    "\0",
    "é",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 64 }), async (pieces, chunk) => {
      const body = inChunks(Buffer.from(`--X\r\n${pieces.join("")}`), chunk);
      await readMultipart({ headers, body }, limits).then(
        ({ files }) => removeTemporary(files.map(({ file }) => file)),
        (error: unknown) => expect(isAppError(error)).toBe(true),
      );
      expect(incoming()).toEqual([]);
    }),
    { numRuns: randomRuns(300) },
  );
});

test("a body isn't read faster than its file is written", async () => {
  const most = { ...limits, fileBytes: 8 * KIB * KIB, totalBytes: 9 * KIB * KIB };
  let sent = 0;
  let ahead = 0;
  async function* body(): AsyncGenerator<Uint8Array> {
    yield formBody([{ name: "f", filename: "f", body: "" }], "").subarray(0, -2);
    for (; sent < 4 * KIB * KIB; sent += 64 * KIB) {
      const [name] = incoming();
      ahead = Math.max(ahead, sent - (name ? statSync(path.join(incomingDir(), name)).size : 0));
      yield Buffer.alloc(64 * KIB);
    }
    yield Buffer.from("\r\n--X--\r\n");
  }
  const { files } = await readMultipart({ headers, body: body() }, most);
  expect(files[0]?.file.size).toBe(4 * KIB * KIB);
  expect(ahead).toBeLessThan(512 * KIB);
});
