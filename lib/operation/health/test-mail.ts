import { writeLetter } from "@/lib/network/mail/letter";
import { sendMailSaying } from "@/lib/network/mail/send-mail";
import { storeSendings } from "@/lib/network/sendings";
import { requireAdmin } from "@/lib/people/allowed";
import type { SessionUser } from "@/lib/people/find-session-user";
import { env } from "@/lib/process/env";
import { countAct, sharedLimiter } from "@/lib/process/limits";
import { AppError } from "@/lib/text/errors";
import { paths } from "@/lib/text/paths";

const LIMIT = { count: 5, seconds: 60 };
// Someone is waiting for it.
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 };

/**
 * Emails the person, an owner or admin, to show that it works. Throws `not_found` for members, `invalid` without a mail
 * server, `rate_limited` after five per minute, and `unavailable` with the reason if it can't be sent.
 */
export async function sendTestMail(user: SessionUser): Promise<void> {
  requireAdmin(user);
  if (!env.mail) throw new AppError("invalid", "No mail server is set up. Set SMTP_URL and MAIL_FROM first.");
  await countAct(sharedLimiter("mail-test", LIMIT), user.id, "You've sent too many tests.");
  const letter = writeLetter("Test email from Parley", [
    { text: "Parley can send you emails." },
    { button: "Open the Health page", url: env.mail.baseUrl + paths.health },
    { small: "You got this because you pressed “Send a test email to me”." },
  ]);
  const { problem } = await sendMailSaying({ to: user.email, letter }, TIMEOUTS);
  await storeSendings();
  if (problem !== null) throw new AppError("unavailable", `The test email couldn't be sent. ${problem}`);
}
