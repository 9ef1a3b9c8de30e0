import { expect, test } from "vitest";
import { withoutSecrets } from "@/lib/audit/without-secrets";

const token = "aB3_-".repeat(14).slice(0, 68);

test("a webhook URL in a description loses its token", () => {
  expect(withoutSecrets(`Runs from https://chat.example/webhooks/incoming/12345678901234567/${token}/slack now`)).toBe(
    "Runs from https://chat.example/webhooks/incoming/12345678901234567/•••/slack now",
  );
});

test("a description loses known keys", () => {
  expect(withoutSecrets("Runs with npm_0123456789abcdefghijABCDEFGHIJ456789")).toBe("Runs with •••");
});

test("an avatar URL loses its query, fragment and credentials", () => {
  expect(withoutSecrets("https://me:secret@cdn.example/a.png?sig=4711#x")).toBe("https://cdn.example/a.png");
});

test("other text stays as it is", () => {
  const text = "Posts what the build pipeline does? See https://ci.example/a?b=c for more";
  expect(withoutSecrets(text)).toBe(text);
});
