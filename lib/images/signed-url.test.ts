import { afterEach, expect, test, vi } from "vitest";
import { shownImage, signedUrl } from "@/lib/images/signed-url";
import { effort } from "@/lib/testing/effort";

const URL_OF_IT = "https://pictures.example/ä 🎉.png?a=b&c#d";
afterEach(() => vi.unstubAllEnvs());

/** The signature and the address of a path. */
const partsOf = (path: string) => path.split("/").slice(3) as [string, string];

test("leads to the address that was signed and to who named it, by the same path every time", () => {
  const path = shownImage(URL_OF_IT, 7n);
  expect(path).toMatch(/^\/api\/images\/[\w-]{22}\/[\w-]+$/);
  expect(shownImage(URL_OF_IT, 7n)).toBe(path);
  expect(signedUrl(...partsOf(path))).toEqual({ url: URL_OF_IT, by: 7n });
  expect(signedUrl(...partsOf(shownImage(URL_OF_IT, null)))).toEqual({ url: URL_OF_IT, by: null });
});

test("leads nowhere when anything of it is changed, or another install has signed it", () => {
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

test("is for http and https only; an emoji stays", () => {
  expect(
    [null, undefined, "", "/api/x", "javascript:alert(1)", "data:image/png,x", "file:///x"].map((url) =>
      shownImage(url, 7n),
    ),
  ).toEqual(Array(7).fill(null));
  expect(shownImage("emoji:👻", 7n)).toBe("emoji:👻");
  expect(shownImage("HTTPS://x.y/", 7n)).toMatch(/^\/api\/images\//);
});

test("costs so little that a page of messages may hold thousands", () => {
  const sign = () => {
    for (let index = 0; index < 2000; index += 1) shownImage(`https://pictures.example/${index}.png`, 7n);
  };
  expect(effort(sign)).toBeLessThan(20);
});
