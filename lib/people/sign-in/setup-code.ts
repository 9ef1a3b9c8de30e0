import { createHmac, timingSafeEqual } from "node:crypto";
import { countTry } from "@/lib/people/try-limits";
import { authSecret } from "@/lib/secrets/secret";
import { AppError } from "@/lib/text/errors";

// Crockford's base 32 has no letters that look like digits: https://www.crockford.com/base32.html.
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Returns the code that proves at /setup that someone runs this install: 60 bits, such as "7K2M-Q0XD-4RTZ". It's the
 * same on all instances with the same secret, and useless once there is a workspace.
 */
export function setupCode(): string {
  const digest = createHmac("sha256", authSecret()).update("setup code").digest();
  const letters = Array.from(digest.subarray(0, 12), (byte) => LETTERS.charAt(byte % 32)).join("");
  return letters.replace(/.{4}(?=.)/g, "$&-");
}

/**
 * Throws `forbidden` unless `given` is the code, however it's grouped, and `rate_limited` after ten attempts from an
 * address in an hour.
 */
export async function checkSetupCode(given: string, address: string): Promise<void> {
  await countTry("setup", address);
  const letters = (text: string) =>
    createHmac("sha256", "compare")
      .update(text.replace(/[^0-9a-z]/gi, "").toUpperCase())
      .digest();
  if (timingSafeEqual(letters(given.slice(0, 100)), letters(setupCode()))) return;
  throw new AppError(
    "forbidden",
    "That setup code is incorrect. Copy it from the output of npm start on the Parley server.",
    {
      field: "code",
    },
  );
}
