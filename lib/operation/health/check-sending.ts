import { db } from "@/lib/db/client";
import { recentSendings, type Sendings } from "@/lib/network/sendings";
import { finding } from "@/lib/operation/health/checks";
import type { HealthFact, HealthFinding } from "@/lib/operation/health/dto";
import { env } from "@/lib/process/env";

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
