import { expect, test } from "vitest";
import { isSignedWith } from "./verify-signature";

// The vector of GitHub's own documentation.
const secret = "It's a Secret to Everybody";
const body = Buffer.from("Hello, World!");
const signature = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

test("GitHub's documented example is signed with its secret", () => {
  expect(isSignedWith(secret, body, `sha256=${signature}`)).toBe(true);
  expect(isSignedWith(secret, body, `sha256=${signature.toUpperCase()}`)).toBe(true);
});

test.each([
  ["another secret", "it's a secret to everybody", body, `sha256=${signature}`],
  ["another body", secret, Buffer.from("Hello, World"), `sha256=${signature}`],
  ["another signature", secret, body, `sha256=${signature.replace("7", "8")}`],
  ["a cut signature", secret, body, `sha256=${signature.slice(2)}`],
  ["a longer signature", secret, body, `sha256=${signature}00`],
  ["a signature with a line break", secret, body, `sha256=${signature}\n`],
  ["the bare digest", secret, body, signature],
  ["GitHub's older algorithm", secret, body, `sha1=${signature.slice(0, 40)}`],
  ["an empty header", secret, body, ""],
  ["no header", secret, body, null],
])("%s is not", (_, secret, body, header) => expect(isSignedWith(secret, body, header)).toBe(false));

test("an empty secret signs nothing, not even its own digest", () => {
  // HMAC-SHA-256 of "" under "".
  const header = "sha256=b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad";
  expect(isSignedWith("", new Uint8Array(), header)).toBe(false);
});
