import { randomBytes } from "node:crypto";
import { Decrypter, Encrypter } from "age-encryption";
import { expect, test } from "vitest";
import { decrypt, encrypt, isEncrypted, WrongPassphraseError } from "@/lib/operation/backup/age";

const PASSPHRASE = "correct horse battery staple";
const CHUNK = 65_536;
// Tests don't have to make guessing hard.
const WORK = 10;

/** Yields the bytes in pieces of uneven sizes. */
async function* inPieces(bytes: Uint8Array, size = 40_000): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function whole(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

const seal = (bytes: Uint8Array) => whole(encrypt(inPieces(bytes), PASSPHRASE, WORK));
const open = (sealed: Uint8Array, passphrase = PASSPHRASE, size?: number) =>
  whole(decrypt(inPieces(sealed, size), passphrase));

// Sizes around the ends of chunks, which are special: the last one is marked, and is empty only in an empty file.
const SIZES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_000];

test.each(SIZES)("%d bytes come back as they were, also from pieces of a byte's length", async (size) => {
  const plain = randomBytes(size);
  const sealed = await seal(plain);
  expect(isEncrypted(sealed)).toBe(true);
  expect(sealed.includes(plain.subarray(0, 64)) && size >= 64).toBe(false);
  expect((await open(sealed)).equals(plain)).toBe(true);
  if (size <= CHUNK) expect((await open(sealed, PASSPHRASE, 1)).equals(plain)).toBe(true);
});

test.each(SIZES)("age's own package reads %d bytes of ours, and we read its", async (size) => {
  const plain = randomBytes(size);
  const theirs = new Decrypter();
  theirs.addPassphrase(PASSPHRASE);
  expect(Buffer.from(await theirs.decrypt(await seal(plain))).equals(plain)).toBe(true);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE);
  encrypter.setScryptWorkFactor(WORK);
  expect((await open(await encrypter.encrypt(plain))).equals(plain)).toBe(true);
});

test("another passphrase is refused as such", async () => {
  await expect(open(await seal(randomBytes(10)), "another passphrase")).rejects.toBeInstanceOf(WrongPassphraseError);
});

test("a file that was cut off anywhere is refused, also at the end of a chunk", async () => {
  const sealed = await seal(randomBytes(3 * CHUNK));
  const start = sealed.length - 3 * (CHUNK + 16);
  for (const length of [10, start - 20, start, start + 1, start + CHUNK + 16, sealed.length - 1]) {
    await expect(open(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow();
  }
});

test("a file with a changed byte, or with two chunks exchanged, is refused", async () => {
  const sealed = await seal(randomBytes(3 * CHUNK));
  const start = sealed.length - 3 * (CHUNK + 16);
  for (const place of [30, 60, 90, start - 1, start, start + CHUNK, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    await expect(open(changed), `byte ${place}`).rejects.toThrow();
  }
  const [first, second] = [0, 1].map((index) => {
    const from = start + index * (CHUNK + 16);
    return sealed.subarray(from, from + CHUNK + 16);
  });
  if (first === undefined || second === undefined) throw new Error("There are no two chunks.");
  const exchanged = Buffer.concat([
    sealed.subarray(0, start),
    second,
    first,
    sealed.subarray(start + 2 * (CHUNK + 16)),
  ]);
  await expect(open(exchanged)).rejects.toThrow();
});
