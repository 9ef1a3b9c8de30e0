import { NextRequest } from "next/server";
import { afterEach, expect, test, vi } from "vitest";
import { GET } from "./route";

vi.mock("next/headers", () => ({ headers: async () => new Headers({ host: "chat.example" }) }));

afterEach(() => vi.unstubAllEnvs());

const ask = () => GET(new NextRequest("http://chat.example/.well-known/security.txt"), { params: Promise.resolve({}) });

test("security.txt names the contact in SECURITY_CONTACT, and doesn't exist without it", async () => {
  vi.stubEnv("SECURITY_CONTACT", "");
  expect((await ask()).status).toBe(404);
  vi.stubEnv("SECURITY_CONTACT", "mailto:security@example.com");
  vi.stubEnv("BASE_URL", "https://chat.example");
  const answer = await ask();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await answer.text()).toMatch(
    /^Contact: mailto:security@example\.com\nExpires: \d{4}-.+Z\nCanonical: https:\/\/chat\.example\/\.well-known\/security\.txt\n$/,
  );
});
