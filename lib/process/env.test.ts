import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkEnv, env, ignoresTestLimits } from "@/lib/process/env";

// Vitest sets BASE_URL itself.
beforeEach(() => vi.stubEnv("BASE_URL", ""));
afterEach(() => vi.unstubAllEnvs());

test.each([
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["DATABASE_URL", "mysql://localhost/parley"],
  ["DATABASE_URL", "localhost"],
  ["BASE_URL", "chat.example.com"],
  ["BASE_URL", "ftp://chat.example.com"],
  ["NEXTAUTH_SECRET", "short"],
  ["SMTP_URL", "https://mail.example.com"],
  ["SMTP_URL", "smtp:mail"],
  ["MAIL_FROM", "Parley"],
  ["MAIL_FROM", "Parley <parley@example.com>, <eve@example.com>"],
  ["WEBHOOK_RATE_LIMIT", "lots"],
  ["WEBHOOK_RATE_LIMIT", "0/60"],
  ["WEBHOOK_RATE_LIMIT", "10/0"],
  ["LIMITS", "none"],
  ["TEST_LIMITS", "write=often"],
  ["ADDRESS_LIMIT_FACTOR", "0"],
  ["SIGN_IN_LOG_DAYS", "0.5"],
  ["SECURITY_CONTACT", "ada@example.com"],
  ["SECURITY_CONTACT", "http://example.com"],
  ["LOG_LEVEL", "loud"],
])("an invalid %s (%s) is named in the error, without its value", (name, value) => {
  vi.stubEnv(name, value);
  expect(checkEnv).toThrow(new RegExp(`^The environment variable ${name} must be .*\\.$`));
  try {
    checkEnv();
  } catch (error) {
    if (name === "NEXTAUTH_SECRET" || name === "DATABASE_URL") expect(String(error)).not.toContain(value);
  }
});

test("unset and empty variables have defaults", () => {
  for (const name of ["PORT", "DATABASE_URL", "DATA_DIR", "BASE_URL", "NEXTAUTH_SECRET", "WEBHOOK_RATE_LIMIT"])
    vi.stubEnv(name, "");
  expect(env).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    dataDir: expect.stringMatching(/^\/.*data$/),
    baseUrl: undefined,
    nextAuthSecret: undefined,
    webhookRateLimit: { count: 3000, seconds: 60 },
    signInLogDays: 90,
    uploadLimits: { person: 5 * 1024 ** 3, install: null },
  });
  expect(checkEnv).not.toThrow();
});

test("the tests' limits have no effect in production, which is said", () => {
  vi.stubEnv("TEST_LIMITS", "write=1/600,streams=3");
  expect(ignoresTestLimits()).toBe(false);
  expect([...env.testLimits]).toEqual([
    ["write", { count: 1, seconds: 600 }],
    ["streams", { count: 3, seconds: 1 }],
  ]);
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("LIMITS", "on");
  expect(ignoresTestLimits()).toBe(true);
  expect(env.testLimits.size).toBe(0);
});

describe("a bucket for uploads", () => {
  const SET = { S3_BUCKET: "files", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "s3cret/value+" };

  function set(variables: Record<string, string>): void {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  }

  test("isn't used if none of its variables is set", () => {
    expect([env.s3, env.fileStore]).toEqual([undefined, "disk"]);
  });

  test("is Amazon's by default, and takes new files", () => {
    set(SET);
    expect(env.s3).toEqual({
      endpoint: "https://s3.us-east-1.amazonaws.com",
      region: "us-east-1",
      bucket: "files",
      accessKeyId: "key",
      secretAccessKey: "s3cret/value+",
      pathStyle: true,
      prefix: "",
    });
    expect(env.fileStore).toBe("s3");
    set({ S3_ENDPOINT: "http://10.0.0.5:9000/", S3_PREFIX: "/chat/files", S3_PATH_STYLE: "off", FILE_STORE: "disk" });
    expect(env.s3).toMatchObject({ endpoint: "http://10.0.0.5:9000", prefix: "chat/files/", pathStyle: false });
    expect(env.fileStore).toBe("disk");
  });

  test.each(Object.keys(SET))("without %s fails at the start", (name) => {
    set({ ...SET, [name]: "" });
    expect(checkEnv).toThrow(
      `A bucket for uploads needs all of S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY. Set ${name}.`,
    );
  });

  test("is needed for FILE_STORE=s3", () => {
    set({ FILE_STORE: "s3" });
    expect(checkEnv).toThrow(
      "Set S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY too: FILE_STORE=s3 needs a bucket.",
    );
  });

  test.each([
    ["S3_BUCKET", "my files"],
    ["S3_BUCKET", "files/parley"],
    ["S3_REGION", "eu north"],
    ["S3_ENDPOINT", "files.example.com"],
    ["S3_ENDPOINT", "https://files.example.com/parley-files"],
    ["S3_ENDPOINT", "https://files.example.com/?region=x"],
    ["S3_PATH_STYLE", "maybe"],
    ["S3_PREFIX", "a//b"],
    ["S3_PREFIX", "über"],
    ["S3_SECRET_ACCESS_KEY", "two words"],
    ["FILE_STORE", "bucket"],
  ])("with an invalid %s (%s) fails at the start, without the value", (name, value) => {
    set({ ...SET, [name]: value });
    expect(checkEnv).toThrow(new RegExp(`^The environment variable ${name} must be .*\\.$`));
    if (name !== "FILE_STORE") expect(checkEnv).not.toThrow(value);
  });
});

describe("single sign-on", () => {
  const SET = { OIDC_ISSUER: "https://id.example.com/", OIDC_CLIENT_ID: "parley", OIDC_CLIENT_SECRET: "s3cret-value" };

  function set(variables: Record<string, string>): void {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  }

  test("is off if none of its variables is set", () => expect(env.oidc).toBeUndefined());

  test("is on with three variables, and doesn't create accounts by default", () => {
    set(SET);
    expect(env.oidc).toEqual({
      issuer: "https://id.example.com/",
      clientId: "parley",
      clientSecret: "s3cret-value",
      allowedDomains: [],
      name: "single sign-on",
    });
    set({ OIDC_ALLOWED_DOMAINS: " Example.com,eng.example.org ", OIDC_NAME: "Keycloak" });
    expect(env.oidc).toMatchObject({ allowedDomains: ["example.com", "eng.example.org"], name: "Keycloak" });
  });

  test.each(Object.keys(SET))("without %s fails at the start", (name) => {
    set({ ...SET, [name]: "" });
    expect(checkEnv).toThrow(
      `Single sign-on needs all of OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET. Set ${name}.`,
    );
  });

  test("trusts addresses that aren't said to be verified only with OIDC_TRUST_EMAIL=1", () => {
    set({ ...SET, OIDC_TRUST_EMAIL: "0" });
    expect(env.oidc?.trustsEmail).toBeUndefined();
    set({ OIDC_TRUST_EMAIL: "1" });
    expect(env.oidc?.trustsEmail).toBe(true);
  });

  test("with only allowed domains fails at the start", () => {
    set({ OIDC_ALLOWED_DOMAINS: "example.com" });
    expect(checkEnv).toThrow("Set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET.");
  });

  test.each([
    ["OIDC_ISSUER", "id.example.com"],
    ["OIDC_ISSUER", "http://id.example.com"],
    ["OIDC_ISSUER", "http://localhost.example.com"],
    ["OIDC_ISSUER", "https://id.example.com/?realm=x"],
    ["OIDC_ALLOWED_DOMAINS", "@example.com"],
    ["OIDC_ALLOWED_DOMAINS", "*.example.com"],
    ["OIDC_ALLOWED_DOMAINS", "example.com example.org"],
    ["OIDC_ALLOWED_DOMAINS", "com"],
    ["OIDC_TRUST_EMAIL", "yes"],
    ["OIDC_NAME", "n".repeat(41)],
  ])("with an invalid %s (%s) names the variable", (name, value) => {
    set({ ...SET, [name]: value });
    expect(checkEnv).toThrow(new RegExp(`^The environment variable ${name} must be .*\\.$`));
  });

  test.each(["http://localhost:8080", "http://127.0.0.1:8080/realms/x", "http://[::1]:1"])(
    "allows http on this machine: %s",
    (issuer) => {
      set({ ...SET, OIDC_ISSUER: issuer });
      expect(env.oidc?.issuer).toBe(issuer);
    },
  );
});

test("variables are read at each access", () => {
  vi.stubEnv("BASE_URL", "https://chat.example.com//");
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "5/2");
  expect([env.baseUrl, env.webhookRateLimit]).toEqual(["https://chat.example.com", { count: 5, seconds: 2 }]);
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "off");
  expect(env.webhookRateLimit).toBeNull();
});

test("mail requires a sender and a base URL for links", () => {
  vi.stubEnv("SMTP_URL", "smtp://parley:a%20secret@mail.example.com");
  expect(checkEnv).toThrow("Set the environment variable MAIL_FROM too: SMTP_URL needs it.");
  vi.stubEnv("MAIL_FROM", "Parley <parley@example.com>");
  expect(checkEnv).toThrow(/^Set the environment variable BASE_URL too: SMTP_URL needs it/);
  vi.stubEnv("BASE_URL", "https://chat.example.com/");
  expect(checkEnv).not.toThrow();
  expect(env.mail).toEqual({
    smtpUrl: "smtp://parley:a%20secret@mail.example.com",
    from: "Parley <parley@example.com>",
    baseUrl: "https://chat.example.com",
  });
  vi.stubEnv("SMTP_URL", "");
  expect([env.mail, checkEnv()]).toEqual([undefined, undefined]);
});
