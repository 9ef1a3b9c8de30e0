import { expect, test } from "vitest";
import { sayProblem, sayProblemOf } from "@/lib/users/sso-rules";

test("a problem is a sentence that begins large, whatever the provider is called", () => {
  expect(sayProblem("unreachable", "single sign-on")).toBe(
    "Single sign-on can't be reached just now. Try again in a moment.",
  );
  expect(sayProblem("cancelled", "Keycloak")).toMatch(/^Keycloak did not let you in\./);
});

test.each([undefined, "", "no such", "toString", "__proto__", ["unknown"]])("%j in a URL says nothing", (text) => {
  expect(sayProblemOf(text, "Keycloak")).toBeNull();
});

test("what a URL names is said", () => expect(sayProblemOf("unknown", "Keycloak")).toMatch(/^You have no account/));
