import { processWide } from "@/lib/process/process-wide";
import { AppError } from "@/lib/text/errors";

/**
 * Throws `invalid` if a password is one of the most common ones, ignoring case: attackers try those first. `field` is
 * the form field it was entered in.
 */
export async function refuseCommonPassword(password: string, field: "password" | "newPassword"): Promise<void> {
  if (!(await commonPasswords()).has(password.toLowerCase())) return;
  throw new AppError("invalid", "That password is too common. Choose a different one.", {
    field,
  });
}

/** About 50,000, most common first. https://zxcvbn-ts.github.io/zxcvbn/guide/languages */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return processWide("common-passwords", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set(dictionary["passwords-common"].map(String));
  });
}
