import { db } from "@/lib/db/client";
import { writeLetter } from "@/lib/network/mail/letter";
import { sendMailSaying } from "@/lib/network/mail/send-mail";
import { recentSendings, type Sendings, storeSendings } from "@/lib/network/sendings";
import { finding } from "@/lib/operation/health/checks";
import type { HealthFact, HealthFinding } from "@/lib/operation/health/dto";
import { requireAdmin } from "@/lib/people/allowed";
import type { SessionUser } from "@/lib/people/find-session-user";
import { env } from "@/lib/process/env";
import { countAct, sharedLimiter } from "@/lib/process/limits";
import { AppError } from "@/lib/text/errors";
import { workspacePaths } from "@/lib/text/workspace-paths";

/** Checks whether emails get through. */
export async function checkMail(): Promise<HealthFinding> {
  const { mail } = env;
  if (!mail) {
    const advice = "Set SMTP_URL, MAIL_FROM and BASE_URL to send reset links and emails about missed messages.";
    return finding("off", "No mail server is set up.", [], advice);
  }
  const sendings = await recentSendings("mail");
  const facts: HealthFact[] = [{ label: "Server", text: new URL(mail.smtpUrl).host }, ...sendingFacts(sendings)];
  if (!lastFailed(sendings)) {
    const summary =
      sendings.sentAt === null ? "A mail server is set up. Nothing was sent yet." : "Parley can send emails.";
    return finding("ok", summary, facts);
  }
  const advice = `${sendings.problem ?? ""} Check SMTP_URL, then send a test email.`.trim();
  return finding("attention", "The last email couldn't be sent.", facts, advice);
}

const MANY_FAILURES = 0.1;

/** Checks whether push services accept push notifications. */
export async function checkPush(): Promise<HealthFinding> {
  const [sendings, browsers] = await Promise.all([recentSendings("push"), db().pushSubscription.count()]);
  const facts = [{ label: "Browsers", text: browsers.toLocaleString("en-US") }, ...sendingFacts(sendings)];
  const { sent, failed, problem } = sendings;
  const isFailing = failed > 0 && (lastFailed(sendings) || failed > MANY_FAILURES * (sent + failed));
  if (isFailing) {
    const advice = `${problem ?? ""} Check that this machine can reach the internet by HTTPS.`.trim();
    return finding("attention", "Some push notifications couldn't be sent.", facts, advice);
  }
  if (browsers === 0) return finding("ok", "No one has turned push notifications on.", facts);
  return finding("ok", "Push notifications are sent.", facts);
}

function sendingFacts({ sent, failed, sentAt, failedAt }: Sendings): HealthFact[] {
  const count = (number: number) => number.toLocaleString("en-US");
  return [
    { label: "Last 24 hours", text: `${count(sent)} sent, ${count(failed)} failed` },
    ...(sentAt ? [{ label: "Last sent", at: sentAt }] : []),
    ...(failedAt ? [{ label: "Last failure", at: failedAt }] : []),
  ];
}

function lastFailed({ sentAt, failedAt }: Sendings): boolean {
  return failedAt !== null && (sentAt === null || sentAt < failedAt);
}

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
    { button: "Open the Health page", url: env.mail.baseUrl + workspacePaths.health },
    { small: "You got this because you pressed “Send a test email to me”." },
  ]);
  const { problem } = await sendMailSaying({ to: user.email, letter }, TIMEOUTS);
  await storeSendings();
  if (problem !== null) throw new AppError("unavailable", `The test email couldn't be sent. ${problem}`);
}
