import { afterEach, expect, test, vi } from "vitest";
import { shownImage, signedUrl } from "@/lib/files/images/signed-url";
import { expectEffort } from "@/lib/testing/effort";

const URL_OF_IT = "https://pictures.example/ä 🎉.png?a=b&c#d";
afterEach(() => vi.unstubAllEnvs());

/** The signature and the URL in a path. */
const partsOf = (path: string) => path.split("/").slice(3) as [string, string];

test("a signed path contains the URL and who used it, and is always the same", () => {
  const path = shownImage(URL_OF_IT, 7n);
  expect(path).toMatch(/^\/api\/images\/[\w-]{22}\/[\w-]+$/);
  expect(shownImage(URL_OF_IT, 7n)).toBe(path);
  expect(signedUrl(...partsOf(path))).toEqual({ url: URL_OF_IT, by: 7n });
  expect(signedUrl(...partsOf(shownImage(URL_OF_IT, null)))).toEqual({ url: URL_OF_IT, by: null });
});

test("a signed path is invalid if any of it is changed, or another install signed it", () => {
  const [signature, encoded] = partsOf(shownImage(URL_OF_IT, 7n));
  const [otherSignature, other] = partsOf(shownImage("http://127.0.0.1/", 7n));
  expect(signedUrl(signature, other)).toBeNull();
  expect(signedUrl(otherSignature, encoded)).toBeNull();
  expect(signedUrl("", encoded)).toBeNull();
  expect(signedUrl(signature.slice(0, 20), encoded)).toBeNull();
  expect(signedUrl(`${signature}AA`, encoded)).toBeNull();
  expect(signedUrl(signature, "")).toBeNull();
  vi.stubEnv("NEXTAUTH_SECRET", "the secret of another install");
  expect(signedUrl(signature, encoded)).toBeNull();
  expect(shownImage(URL_OF_IT, 7n)).not.toBe(`/api/images/${signature}/${encoded}`);
});

test("only http and https URLs are signed; an emoji stays", () => {
  expect(
    [null, undefined, "", "/api/x", "javascript:alert(1)", "data:image/png,x", "file:///x"].map((url) =>
      shownImage(url, 7n),
    ),
  ).toEqual(Array(7).fill(null));
  expect(shownImage("emoji:👻", 7n)).toBe("emoji:👻");
  expect(shownImage("HTTPS://x.y/", 7n)).toMatch(/^\/api\/images\//);
});

test("signing is fast enough for a page with thousands of images", () => {
  const sign = () => {
    for (let index = 0; index < 2000; index += 1) shownImage(`https://pictures.example/${index}.png`, 7n);
  };
  expectEffort(sign, 20);
});
