import type { Letter } from "@/lib/network/mail/letter";
import { countSending } from "@/lib/network/sendings";
import { env } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { record } from "@/lib/process/recorder";

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** An email to one person. `stopUrl` unsubscribes with one POST (RFC 8058). */
type Mail = { to: string; letter: Letter; stopUrl?: string };

/**
 * The outcome of a mail: accepted by the server, refused for good, failed for now, or unknown, because the connection
 * broke when the server may already have had all of it.
 */
export type MailOutcome = "sent" | "refused" | "failed" | "unknown";

/** Returns whether a mail server is set up. */
export function sendsMail(): boolean {
  return env.mail !== undefined;
}

/**
 * Sends a mail through the server in SMTP_URL, once, within a minute. Never throws: failures are logged without the
 * address, the text and the server's password. Sends nothing without SMTP_URL.
 */
export async function sendMail(mail: Mail, timeouts: Partial<typeof TIMEOUTS> = {}): Promise<MailOutcome> {
  return (await sendMailSaying(mail, timeouts)).sent;
}

/** Like `sendMail`. Also says why it failed, in a sentence without secrets. */
export async function sendMailSaying(mail: Mail, timeouts: Partial<typeof TIMEOUTS> = {}): Promise<SendReport> {
  const said = await trySending(mail, timeouts);
  record()?.mail(said.sent);
  if (env.mail) countSending("mail", said.problem);
  return said;
}

type SendReport = { sent: "sent"; problem: null } | { sent: Exclude<MailOutcome, "sent">; problem: string };

async function trySending({ to, letter, stopUrl }: Mail, timeouts: Partial<typeof TIMEOUTS>): Promise<SendReport> {
  const settings = env.mail;
  if (!settings) return { sent: "failed", problem: "No mail server is set up." };
  const { subject, text, html } = letter;
  const transport = await transportTo(settings.smtpUrl, timeouts);
  const stop = stopUrl && {
    "List-Unsubscribe": { prepared: true, value: `<${stopUrl}>` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  try {
    await transport.sendMail({
      from: settings.from,
      // As an object, an address can't be read as a list of several.
      to: { name: "", address: to },
      subject,
      text,
      html,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...stop },
    });
    return { sent: "sent", problem: null };
  } catch (error) {
    const { code, command, responseCode, isUnsent, sentence: problem } = problemOf(error);
    // An error's message can contain the address and what was sent to the server.
    log.warn({ code, command, responseCode }, "sending an email failed");
    if (responseCode === undefined) return { sent: isUnsent ? "failed" : "unknown", problem };
    return { sent: responseCode >= 500 && code !== "EAUTH" ? "refused" : "failed", problem };
  } finally {
    transport.close();
  }
}

async function transportTo(smtpUrl: string, timeouts: Partial<typeof TIMEOUTS> = {}) {
  // Loaded with the first mail: most processes send none.
  const { createTransport } = await import("nodemailer");
  const { host, port, secure, auth } = serverOf(smtpUrl);
  return createTransport({
    host,
    port,
    secure,
    // Passwords are sent only over an encrypted connection, or to this machine.
    requireTLS: !secure && auth !== undefined && !isLoopbackHost(host),
    ...(auth && { auth }),
    ...TIMEOUTS,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Why the mail server can't be used. `reason` is for the operator, and has no password. */
type MailProblem = { kind: "connection" | "encryption" | "password"; reason: string };

/**
 * Connects and signs in to the server in SMTP_URL without sending a mail. Returns what's wrong, or null. Throws if no
 * server is set up.
 */
export async function mailProblem(): Promise<MailProblem | null> {
  const { mail } = env;
  if (!mail) throw new Error("SMTP_URL isn't set.");
  const { host, port } = serverOf(mail.smtpUrl);
  const transport = await transportTo(mail.smtpUrl);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code, command, responseCode } = problemOf(error);
    const server = `${host}:${port}`;
    if (code === "EAUTH") return { kind: "password", reason: `${server} refuses the user or password` };
    const message = error instanceof Error ? error.message : "";
    if (code === "ETLS" || isCertificateProblem(message)) {
      return { kind: "encryption", reason: `no encrypted connection to ${server} is possible (${message})` };
    }
    const answer = responseCode === undefined ? (code ?? message) : `${responseCode} to ${command}`;
    return { kind: "connection", reason: `${server} doesn't answer as a mail server (${answer})` };
  } finally {
    transport.close();
  }
}

type Problem = {
  code: string | undefined;
  command: string | undefined;
  /** The server's response. */
  responseCode: number | undefined;
  /** Whether the server certainly didn't accept it. */
  isUnsent: boolean;
  sentence: string;
};

function problemOf(error: unknown): Problem {
  const field = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const text = (name: string) => (typeof field(name) === "string" ? String(field(name)) : undefined);
  const responseCode = field("responseCode");
  // Errors that can still occur after the whole mail was sent.
  const lost = ["ECONNECTION", "ESOCKET", "ETIMEDOUT"].includes(text("code") ?? "");
  const isBefore =
    text("syscall") === "connect" ||
    ["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"].includes(text("timeoutType") ?? "");
  const isCertificate = isCertificateProblem(text("message") ?? "");
  const answer = typeof responseCode === "number" ? responseCode : undefined;
  return {
    code: text("code"),
    command: text("command"),
    responseCode: answer,
    isUnsent: !lost || isBefore || isCertificate,
    sentence: sentenceOf(text("code"), answer, isCertificate),
  };
}

function sentenceOf(code: string | undefined, answer: number | undefined, isCertificate: boolean): string {
  if (code === "EAUTH") return "The mail server refused the user name or password in SMTP_URL.";
  if (answer !== undefined) return `The mail server refused the email with status ${answer}.`;
  if (isCertificate || code === "ETLS") return "The mail server's certificate or encryption isn't accepted.";
  return `The mail server couldn't be reached, or didn't answer in time${code ? ` (${code})` : ""}.`;
}

/** Returns whether the connection failed because of its certificate, which is checked before anything is sent. */
function isCertificateProblem(message: string): boolean {
  return /certificate|self.signed|altnames|ssl|tls/i.test(message);
}

/** Returns the parts of an smtp:// or smtps:// URL, with the default ports for submission. */
export function serverOf(smtpUrl: string): {
  host: string;
  port: number;
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
} {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === "smtps:";
  const auth = username === "" ? undefined : { user: decoded(username), pass: decoded(password) };
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (secure ? 465 : 587), secure, auth };
}

/** Returns whether the mail server runs on this machine. */
function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** A password may contain a percent sign that isn't encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
