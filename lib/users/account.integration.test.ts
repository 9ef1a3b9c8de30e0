import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { isAppError } from "@/lib/errors";
import { makeUser } from "@/lib/testing/factories";
import { changePassword } from "@/lib/users/account";

const PASSWORD = "correct horse battery";

async function codeOf(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => "ok",
    (error: unknown) => {
      if (isAppError(error)) return error.code;
      throw error;
    },
  );
}

test("the current password can be guessed five times, then one waits, and the right one is not tried either", async () => {
  const user = await makeUser({ password: PASSWORD });
  const change = (currentPassword: string) => codeOf(changePassword(user, { currentPassword, newPassword: PASSWORD }));
  for (let time = 0; time < 4; time += 1) expect(await change("wrong")).toBe("invalid");
  expect(await change(PASSWORD)).toBe("ok");
  for (let time = 0; time < 5; time += 1) expect(await change("wrong")).toBe("invalid");
  expect(await change(PASSWORD)).toBe("rate_limited");
  await db().rateLimiterFlexible.updateMany({ data: { expire: new Date(Date.now() - 1_000) } });
  expect(await change(PASSWORD)).toBe("ok");
});
