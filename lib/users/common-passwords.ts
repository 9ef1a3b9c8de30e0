import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";

/**
 * Throws `invalid` for a password that is among the most used ones, in whatever case: who guesses tries those first. `field` is
 * where it was entered.
 */
export async function refuseCommonPassword(password: string, field: "password" | "newPassword"): Promise<void> {
  if (!(await commonPasswords()).has(password.toLowerCase())) return;
  throw new AppError("invalid", "That password is too common. Choose a different one.", {
    field,
  });
}

/** Some 50,000, most used first. https://zxcvbn-ts.github.io/zxcvbn/guide/languages */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return processWide("common-passwords", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set(dictionary["passwords-common"].map(String));
  });
}
