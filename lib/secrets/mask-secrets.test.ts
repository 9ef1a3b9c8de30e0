import fc from "fast-check";
import { expect, test } from "vitest";
import { maskPayload, maskSecrets } from "@/lib/secrets/mask-secrets";
import { githubExamples } from "@/server/testing/github-examples";

const examples = await githubExamples();

const random = "q7Zx9Kd2Lm4Np8Rt6Vw3Yb5Hc1Jf0GsAeUiOo";
const hex = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

test.each([
  ['{"password": "hunter22", "content": "x"}', '{"password": "•••", "content": "x"}'],
  ['{"api_key":"a\\"b","AWS_SECRET_ACCESS_KEY":"abc/def"}', '{"api_key":"•••","AWS_SECRET_ACCESS_KEY":"•••"}'],
  ['{"token":"t","tokens":3,"title":"secret"}', '{"token":"•••","tokens":3,"title":"secret"}'],
  ["pushed with ghp_abcdefghijklmnopqrstuvwx123456", "pushed with •••"],
  ["xoxb-123456789-abcdef and AKIAIOSFODNN7EXAMPLE", "••• and •••"],
  ["user=ada&password=hunter22&api_key=x&note=token", "user=ada&password=•••&api_key=•••&note=token"],
  ["Authorization: Bearer abcdefghijkl", "Authorization: Bearer •••"],
  ["postgres://app:s3cret@db/app", "postgres://app:•••@db/app"],
  ["https://h/webhooks/incoming/1/abcdefgh", "https://h/webhooks/incoming/1/•••"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def", "•••"],
])("%s", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test.each([
  "pass pwd passwd password passphrase secret token api_key apikey apiKey APIKey access_key private_key privateKey".split(
    " ",
  ),
  "authorization cookie set-cookie credential credentials client_secret clientSecret x-api-key X-Auth-Token".split(" "),
  "DB_PASSWORD MYSQL_PWD PGPASSWORD dbpass user-password AWS_SECRET_ACCESS_KEY SECRET_KEY_BASE TOKEN_GITHUB".split(" "),
  "accesstoken refresh_token signingKey encryption-key password_old jwt".split(" "),
])("a value is masked if its name is %s, %s, %s …", (...names) => {
  for (const name of names) {
    expect(maskSecrets(JSON.stringify({ [name]: "hunter of stamps", a: 1 })), name).toBe(`{"${name}":"•••","a":1}`);
    expect(maskSecrets(JSON.stringify({ at: [{ name, value: "hunter" }] })), name).toContain('"value":"•••"');
    expect(maskSecrets(JSON.stringify({ value: "hunter", key: name })), name).toBe(`{"value":"•••","key":"${name}"}`);
    expect(maskSecrets(JSON.stringify([[name, "hunter"]])), name).toBe(`[["${name}","•••"]]`);
    expect(maskSecrets(`a=b&${name}=hunter`), name).toBe(`a=b&${name}=•••`);
    expect(maskSecrets(`run with ${name}=hunter1 now`), name).toContain(`${name}=•••`);
  }
});

test("names that only sound similar keep their values", () => {
  const names = `passed bypass compass tokens_used token_type author authored_by assignee password_changed_at has_password
    max_tokens secret_type secret_scanning passing monkey keyboard public_key cookie_consent pass_rate tokenization_method
    original_author x-event-key groupKey key_id session_count signed_up_at SigningCertURL`;
  const payload = JSON.stringify(Object.fromEntries(names.split(/\s+/).map((name) => [name, "w4lk-The-dog"])));
  expect(maskSecrets(payload)).toBe(payload);
});

test.each([
  '{"pass":12,"tokens":3,"token":null,"secret":false,"password":"","cookie":"none"}',
  '{"id-token":"write","secrets":"inherit","password":"{{ secrets.DB }}","token":"$TOKEN","api_key":"********"}',
  '[{"name":"PWD","value":"/home/ci"},{"name":"Author","value":"ada"},{"name":"tests","value":"12 pass"}]',
  "fix(token): refresh it when the session ends",
  "Password: required",
  "token: expired",
  "secret: see the wiki",
  "reset your password: https://x.example/reset",
  "cookie: consent banner moved",
  "ask-me-anything-20-30-40-50-60 and task-1234567890-1234567890",
  "Basic authentication is off, basic information99, Basic Examples/Basic Workflows",
  "passwords must have 8 characters",
  "https://linear.app/webhooks/issue/WEB-46#comment-c7cafc52",
  "da39a3ee5e6b4b0d3255bfef95601890afd80709",
  "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
])("nothing is masked in %s", (text) => {
  expect(maskSecrets(text)).toBe(text);
  const inside = JSON.stringify({ content: text });
  expect(maskSecrets(inside)).toBe(inside);
});

test("only credentials are masked in GitHub's own examples", () => {
  const lost = examples.flatMap(({ examples: payloads }) =>
    payloads.flatMap((payload) => {
      const text = JSON.stringify(payload);
      const masked = maskSecrets(text);
      return masked === text ? [] : differences(payload, JSON.parse(masked));
    }),
  );
  // URLs of packages, signed by Amazon for a limited time.
  expect(lost.filter(([, now]) => !/X-Amz-Signature=•••/.test(now))).toEqual([]);
  expect(lost.length).toBeLessThan(10);
});

function differences(before: unknown, after: unknown): [string, string][] {
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) {
    return before === after ? [] : [[String(before), String(after)]];
  }
  const now = new Map(Object.entries(after));
  return Object.entries(before).flatMap(([key, value]) => differences(value, now.get(key)));
}

test.each([
  `npm_${random.slice(0, 36)}`,
  `AIza${random.slice(0, 35)}`,
  `glpat-${random.slice(0, 20)}`,
  `sk_live_${random.slice(0, 24)}`,
  `sk-ant-api03-${random}`,
  `sk-proj-${random}${random}`,
  `SG.${random}.${random}`,
  `hvs.${random}`,
  `shpat_${hex}`,
  `dop_v1_${hex}${hex}`,
  `GOCSPX-${random.slice(0, 28)}`,
  `whsec_${random}`,
  `key-${hex}`,
  `SK${hex}`,
  `${hex}-us12`,
  "1234567890:AAq7Zx9Kd2Lm4Np8Rt6Vw3Yb5Hc1Jf0GsAe",
  `xoxe.xoxp-1-${random}`,
  `dckr_pat_${random.slice(0, 27)}`,
  `pypi-AgEIcHlwaS5vcmc${random}${random}`,
])("%s is recognized by its format anywhere in a text", (secret) => {
  for (const [before, after] of [
    ["", ""],
    ["use ", " now"],
    ["https://h.example/", "?x"],
    ["(", ")"],
    ["`", "`."],
  ] as const) {
    expect(maskSecrets(`${before}${secret}${after}`)).toBe(`${before}•••${after}`);
  }
  expect(maskSecrets(JSON.stringify({ content: `line\n${secret}\nline` }))).toBe('{"content":"line\\n•••\\nline"}');
  expect(maskSecrets(JSON.stringify({ [secret]: 1 }))).toBe('{"•••":1}');
});

test.each([
  ["https://hooks.slack.com/services/T000/B000/abcdefghijklmnop", "https://hooks.slack.com/services/•••"],
  [
    "https://discord.com/api/v10/webhooks/12345678901/abc_DEF-1",
    "https://discord.com/api/v10/webhooks/12345678901/•••",
  ],
  [
    "https:\\/\\/h.example\\/webhooks\\/incoming\\/117430585659490304\\/abc",
    "https:\\/\\/h.example\\/webhooks\\/incoming\\/117430585659490304\\/•••",
  ],
  ["https://ada:hunter@h.example/x?token=abc123&page=2", "https://ada:•••@h.example/x?token=•••&page=2"],
  [`https://h.example/f?X-Amz-Signature=${hex}&sig=a%2Fb${random}`, "https://h.example/f?X-Amz-Signature=•••&sig=•••"],
  ["https://0123456789abcdef0123@sentry.example/1", "https://•••@sentry.example/1"],
])("only the secret parts of a URL are masked: %s", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test("a key file is masked, complete or cut, but not what follows it", () => {
  const file = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE${random}\n${random}=\n-----END RSA PRIVATE KEY-----`;
  const begin = "-----BEGIN RSA PRIVATE KEY-----•••";
  expect(maskSecrets(`see\n${file}\nbelow`)).toBe(`see\n${begin}-----END RSA PRIVATE KEY-----\nbelow`);
  expect(maskSecrets(JSON.stringify({ a: file, b: "c" }))).toBe(
    `{"a":"${begin}-----END RSA PRIVATE KEY-----","b":"c"}`,
  );
  expect(maskSecrets(JSON.stringify({ a: file.slice(0, 100), b: "c d" }))).toBe(`{"a":"${begin}","b":"c d"}`);
  expect(maskSecrets(file.slice(0, 90), true)).toBe(begin);
  const publicKey = file.replaceAll("RSA PRIVATE", "PUBLIC");
  expect(maskSecrets(publicKey)).toBe(publicKey);
});

test.each([
  ["curl -u admin:hunter2 https://x.example", "curl -u admin:••• https://x.example"],
  ["mysql --password hunter2 -h db", "mysql --password ••• -h db"],
  ["export DB_PASSWORD='hunter two'", "export DB_PASSWORD='•••'"],
  ["Server=db;Password=hunter2;User Id=sa", "Server=db;Password=•••;User Id=sa"],
  ["Cookie: sid=abc; theme=dark\nHost: h", "Cookie: •••\nHost: h"],
  ["<config><password>hunter two</password></config>", "<config><password>•••</password></config>"],
  ["env:\n  - name: DB_PASSWORD\n    value: hunter\n", "env:\n  - name: DB_PASSWORD\n    value: •••\n"],
  ["{'password': 'hunter'}", "{'password': '•••'}"],
  ['{"password": "hunt', '{"password": "•••"'],
  ['{"a": "b", "password": hunter2}', '{"a": "b", "password": •••}'],
  ['{"headers":{"X-Session-Token":["a1","b2"]}}', '{"headers":{"X-Session-Token":["•••","•••"]}}'],
  ['{"credentials":{"user":"ada","n":{"x":"hunter"}}}', '{"credentials":{"user":"ada","n":{"x":"•••"}}}'],
  ['{"p\\u0061ssword":"hunter"}', '{"p\\u0061ssword":"•••"}'],
  [
    JSON.stringify({ said: JSON.stringify({ password: "hunter", at: "the lake today" }) }),
    JSON.stringify({ said: '{"password":"•••","at":"the lake today"}' }),
  ],
  [
    `payload=${encodeURIComponent('{"password":"hunter","a":"b c"}')}`,
    `payload=${encodeURIComponent('{"password":"•••","a":"b c"}').replaceAll("%E2%80%A2", "•")}`,
  ],
  [
    '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nhunter\r\n--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"pwd":"hunter at the lake"}\r\n--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n•••\r\n--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"pwd":"•••"}\r\n--b--\r\n',
  ],
])("%s", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test("masking keeps JSON valid", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
      const payload = { value, text, password: "hunter" };
      const masked: unknown = JSON.parse(maskSecrets(JSON.stringify(payload)));
      expect(masked).toMatchObject({ password: "•••" });
    }),
  );
});

test("a payload is masked as its JSON is, and stays the same object if it has no secrets", async () => {
  const secrets = [
    `ghp_${random}`,
    "token=hunter22",
    `https://a:${hex}@h`,
    `${hex}-us1`,
    `Bearer ${random}`,
    '["pwd","ab1c"]',
  ];
  const text = fc.oneof(
    fc.constantFrom(...secrets, "keys of the auth service", "db-0001"),
    fc.string({ maxLength: 12 }),
  );
  const name = fc.oneof(fc.constantFrom("name", "value", "key", "password", "session", "alertname", "labels"), text);
  const { payload } = fc.letrec((tie) => ({
    payload: fc.oneof(
      text,
      fc.constantFrom(null, true, 12345),
      fc.dictionary(name, tie("payload"), { maxKeys: 4 }),
      fc.array(fc.oneof(name, tie("payload")), { maxLength: 4 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, payload, { maxKeys: 5 }), async (value) => {
      const json = JSON.stringify(value);
      const [whole, masked] = [maskSecrets(json), await maskPayload(value)];
      expect(JSON.stringify(masked)).toBe(JSON.stringify(JSON.parse(whole)));
      if (whole === json) expect(masked).toBe(value);
    }),
  );
});

test("masking twice changes nothing more, and never throws", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "password",
      "token=",
      '"',
      ":",
      "{",
      "}",
      "[",
      ",",
      "://a:b@",
      "-----BEGIN PRIVATE KEY-----",
      "&",
      "%7B",
      "\\",
      "--",
      "\n",
      "sk-",
      " ",
      "\u2029",
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const once = maskSecrets(parts.join(""), true);
      expect(typeof maskSecrets(once)).toBe("string");
    }),
  );
});
