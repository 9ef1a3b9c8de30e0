import { beforeEach, expect, test, vi } from "vitest";
import { checkSetupCode, setupCode } from "@/lib/people/sign-in/setup-code";

vi.mock("@/lib/people/try-limits", () => ({ countTry: vi.fn() }));

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_SECRET", "a secret of sixteen");
  return () => vi.unstubAllEnvs();
});

test("the setup code is the same at every start of an install", () => {
  const code = setupCode();
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  expect(setupCode()).toBe(code);
  vi.stubEnv("NEXTAUTH_SECRET", "another secret of sixteen");
  expect(setupCode()).not.toBe(code);
});

test("the setup code is accepted with any grouping, and everything else is refused", async () => {
  const code = setupCode();
  for (const given of [code, code.toLowerCase(), ` ${code.replaceAll("-", "")} `, code.replaceAll("-", " ")]) {
    await expect(checkSetupCode(given, "203.0.113.7")).resolves.toBeUndefined();
  }
  for (const given of ["", "-", code.slice(0, -1), `${code}0`, "x".repeat(100_000)]) {
    await expect(checkSetupCode(given, "203.0.113.7")).rejects.toMatchObject({ code: "forbidden", field: "code" });
  }
});
