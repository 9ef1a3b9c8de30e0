import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkEnv, env } from "@/lib/env";

// Vitest has a BASE_URL of its own.
beforeEach(() => vi.stubEnv("BASE_URL", ""));
afterEach(() => vi.unstubAllEnvs());

test.each([
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["WEB_CONCURRENCY", "0"],
  ["WEB_CONCURRENCY", "65"],
  ["WEB_CONCURRENCY", "auto"],
  ["DATABASE_URL", "mysql://localhost/parley"],
  ["DATABASE_URL", "localhost"],
  ["BASE_URL", "chat.example.com"],
  ["BASE_URL", "ftp://chat.example.com"],
  ["NEXTAUTH_SECRET", "short"],
  ["WEBHOOK_RATE_LIMIT", "lots"],
  ["WEBHOOK_RATE_LIMIT", "0/60"],
  ["WEBHOOK_RATE_LIMIT", "10/0"],
  ["LOGIN_LIMIT", "10"],
  ["JOIN_LIMIT", "often"],
  ["INVITE_USES", "0"],
  ["INVITE_USES", "1001"],
  ["FAILED_SIGN_IN_ENTRIES", "none"],
  ["SIGN_IN_LOG_DAYS", "0.5"],
  ["SECURITY_CONTACT", "ada@example.com"],
  ["SECURITY_CONTACT", "http://example.com"],
  ["LOG_LEVEL", "loud"],
])("a bad %s (%s) is told by its name, without its value", (name, value) => {
  vi.stubEnv(name, value);
  expect(checkEnv).toThrow(new RegExp(`^The environment variable ${name} must be .*\\.$`));
  try {
    checkEnv();
  } catch (error) {
    if (name === "NEXTAUTH_SECRET" || name === "DATABASE_URL") expect(String(error)).not.toContain(value);
  }
});

test("what is unset or empty has its default", () => {
  for (const name of ["PORT", "DATABASE_URL", "DATA_DIR", "BASE_URL", "NEXTAUTH_SECRET", "WEBHOOK_RATE_LIMIT"])
    vi.stubEnv(name, "");
  expect(env).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    dataDir: expect.stringMatching(/^\/.*data$/),
    baseUrl: undefined,
    nextAuthSecret: undefined,
    webhookRateLimit: { count: 3000, seconds: 60 },
  });
  expect(checkEnv).not.toThrow();
});

test("what is set is read at each access", () => {
  vi.stubEnv("BASE_URL", "https://chat.example.com//");
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "5/2");
  expect([env.baseUrl, env.webhookRateLimit]).toEqual(["https://chat.example.com", { count: 5, seconds: 2 }]);
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "off");
  expect(env.webhookRateLimit).toBeNull();
});
