import { expect, test } from "vitest";
import { maskSecrets } from "@/lib/webhooks/mask-secrets";

test.each([
  ['{"password": "hunter22", "content": "x"}', '{"password": "•••", "content": "x"}'],
  ['{"api_key":"a\\"b","AWS_SECRET_ACCESS_KEY":"abc/def"}', '{"api_key":"•••","AWS_SECRET_ACCESS_KEY":"•••"}'],
  ['{"token":"t","tokens":3,"title":"secret"}', '{"token":"•••","tokens":3,"title":"secret"}'],
  ["pushed with ghp_abcdefghijklmnopqrstuvwx123456", "pushed with •••"],
  ["xoxb-123456789-abcdef and AKIAIOSFODNN7EXAMPLE", "••• and •••"],
  ["user=ada&password=hunter22&api_key=x&note=token", "user=ada&password=•••&api_key=•••&note=token"],
  ["Authorization: Bearer abcdefghijkl", "Authorization: Bearer •••"],
  ["postgres://app:s3cret@db/app", "postgres://app:•••@db/app"],
  ["https://h/webhooks/incoming/1/abcdefgh", "https://h/webhooks/incoming/1/[redacted]"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def", "•••"],
])("%s", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test("long runs of what almost is a secret are read once", () => {
  for (const part of [
    "eyJ",
    "-sk-",
    '"',
    '"token',
    "Bearer ",
    "://a",
    "xoxb-",
    "&",
    "&token",
    '":"\\',
    '"a_password_',
  ]) {
    const text = part.repeat(64 * 1024);
    expect(maskSecrets(text).length).toBeGreaterThan(0);
  }
});
