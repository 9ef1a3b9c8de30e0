import { expect, test } from "vitest";
import { sayProblem, sayProblemOf } from "@/lib/people/sign-in/sso-rules";

test("a problem is a sentence that starts with a capital letter", () => {
  expect(sayProblem("unreachable", "single sign-on")).toBe(
    "Single sign-on is temporarily unavailable. Try again in a moment.",
  );
  expect(sayProblem("cancelled", "Keycloak")).toMatch(/^Keycloak didn't sign you in\./);
});

test.each([undefined, "", "no such", "toString", "__proto__", ["unknown"]])("%j in a URL shows no problem", (text) => {
  expect(sayProblemOf(text, "Keycloak")).toBeNull();
});

test("the problem named in a URL is explained", () =>
  expect(sayProblemOf("unknown", "Keycloak")).toMatch(/^You don't have an account/));
