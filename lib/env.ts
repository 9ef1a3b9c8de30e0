import path from "node:path";
import { z } from "zod";

/** `<count>/<seconds>`: that many in each window of that many seconds, which begins with the first; null is no limit. */
export type RateLimit = { count: number; seconds: number } | null;

/** A provider that people sign in with, what this install is called there, and whose accounts make themselves. */
export type Oidc = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lower case. Empty: nobody gets an account by signing in. */
  allowedDomains: readonly string[];
  /** What the button to it is called. */
  name: string;
};

const port = z.coerce.number().int().min(0).max(65535);
const proxies = z.coerce.number().int().min(0).max(10);
const count = z.coerce.number().int().min(1);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const secret = z.string().min(16);
const redisUrl = z.url({ protocol: /^rediss?$/ });
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const smtpUrl = z.url({ protocol: /^smtps?$/, hostname: /./ });
const ADDRESS = String.raw`[^\s<>@,;"]+@[^\s<>@,;"]+`;
const mailFrom = z.string().regex(new RegExp(`^(${ADDRESS}|[^<>"\r\n]{1,100}<${ADDRESS}>)$`));
const seconds = z.coerce.number().min(0.1).max(60);
const UNITS = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };
const bytes = z
  .string()
  .regex(/^(off|[1-9]\d{0,5} ?[KMGT]iB)$/)
  .transform((text): number | null => {
    const [, number, unit] = /^(\d+) ?(KiB|MiB|GiB|TiB)$/.exec(text) ?? [];
    return unit === "KiB" || unit === "MiB" || unit === "GiB" || unit === "TiB" ? Number(number) * UNITS[unit] : null;
  });
// Over plain http anybody in between could say who somebody is.
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine((text) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/i.test(text) && !/[?#]/.test(text));
const domains = z
  .string()
  .regex(/^\s*[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*\s*$/i)
  .transform((text) => text.split(",").map((domain) => domain.trim().toLowerCase()));
const OIDC = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
const rateLimit = z
  .string()
  .regex(/^(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/)
  // A timer can't wait longer than 2^31 ms.
  .refine((text) => text === "off" || Number(text.split("/")[1]) <= 2_147_483)
  .transform((text): RateLimit => {
    const [count, seconds] = text.split("/").map(Number);
    return count === undefined || seconds === undefined ? null : { count, seconds };
  });

/**
 * The environment, read and checked at each access, so that what the launcher sets later is seen.
 * Throws an Error that names the variable and says what it takes; `checkEnv` reads all of it at once.
 */
export const env = {
  get port(): number {
    return read("PORT", port, "a port number from 0 to 65535", "3000");
  },
  /** The address to listen on; undefined is all of them. */
  get host(): string | undefined {
    return process.env.HOST || undefined;
  },
  get databaseUrl(): string | undefined {
    return process.env.DATABASE_URL ? read("DATABASE_URL", postgresUrl, "a postgres:// URL") : undefined;
  },
  /** Absolute. */
  get dataDir(): string {
    return path.resolve(/* turbopackIgnore: true */ process.env.DATA_DIR || "data");
  },
  /** Where people and senders reach this install, without a slash at the end; undefined means: as the request says. */
  get baseUrl(): string | undefined {
    return process.env.BASE_URL ? read("BASE_URL", httpUrl, "an http:// or https:// URL") : undefined;
  },
  /** By which server mails are sent, as whom, and where their links lead; undefined: none are sent. */
  get mail(): { smtpUrl: string; from: string; baseUrl: string } | undefined {
    const from = process.env.MAIL_FROM
      ? read("MAIL_FROM", mailFrom, 'an address like "parley@example.com" or "Parley <parley@example.com>"')
      : undefined;
    if (!process.env.SMTP_URL) return undefined;
    const url = read("SMTP_URL", smtpUrl, "an smtp:// or smtps:// URL");
    const { baseUrl } = this;
    if (from === undefined) throw new Error("The environment variable MAIL_FROM must be set too when SMTP_URL is.");
    if (baseUrl === undefined) {
      throw new Error(
        "The environment variable BASE_URL must be set too when SMTP_URL is: mails have links to Parley.",
      );
    }
    return { smtpUrl: url, from, baseUrl };
  },
  /** How many reverse proxies stand in front, each adding to X-Forwarded-For; undefined: one, if it is on this machine. */
  get trustedProxies(): number | undefined {
    return process.env.TRUSTED_PROXIES ? read("TRUSTED_PROXIES", proxies, "a number from 0 to 10") : undefined;
  },
  get nextAuthSecret(): string | undefined {
    return process.env.NEXTAUTH_SECRET ? read("NEXTAUTH_SECRET", secret, "at least 16 characters") : undefined;
  },
  get webhookRateLimit(): RateLimit {
    return read("WEBHOOK_RATE_LIMIT", rateLimit, 'a count and seconds like "3000/60", or "off"', "3000/60");
  },
  /** Whether what one person may use is limited where nothing else is set; tests and benchmarks turn all of it off at once. */
  get limited(): boolean {
    return read("LIMITS", z.enum(["on", "off"]), '"on" or "off"', "on") === "on";
  },
  /**
   * How often a person may do anything that changes something: `steady`, and what goes beyond it as long as `burst` allows; and how often
   * their pages may say how far they have read.
   */
  get writeLimits(): { steady: RateLimit; burst: RateLimit; reading: RateLimit } {
    return {
      steady: readPersonal("MESSAGE_LIMIT", "10/1"),
      burst: readPersonal("MESSAGE_BURST", "20/10"),
      // A page says it when a message comes into view, one request at a time for each channel.
      reading: this.limited ? { count: 30, seconds: 1 } : null,
    };
  },
  /** How many entries of each kind the audit log takes of one member in so many seconds. */
  get auditLimit(): RateLimit {
    return readPersonal("AUDIT_LIMIT", "500/86400");
  },
  /** How many event streams a person has open in this process; beyond it the oldest is closed. */
  get streamLimit(): number {
    return read("STREAM_LIMIT", count.max(1_000), "a number from 1 to 1000", this.limited ? "20" : "1000");
  },
  /**
   * Of searches and reads like them: how many a person has at once, the milliseconds that the database may take over one, and how
   * many there are at once for everybody, on connections apart from all others.
   */
  get searchLimits(): { atOnce: number; milliseconds: number; connections: number } {
    return {
      atOnce: read("SEARCH_LIMIT", count.max(1_000), "a number from 1 to 1000", this.limited ? "2" : "1000"),
      milliseconds: read("SEARCH_TIMEOUT", seconds, "a number of seconds from 0.1 to 60", "2") * 1000,
      connections: read("SEARCH_CONNECTIONS", count.max(1_000), "a number from 1 to 1000", "4"),
    };
  },
  /** How many bytes a person's files may take, and those of the whole install; null is no limit. */
  get uploadLimits(): { person: number | null; install: number | null } {
    const takes = 'a size like "5GiB" or "500MiB", or "off"';
    return {
      person: read("UPLOAD_LIMIT", bytes, takes, "5GiB"),
      install: read("UPLOAD_TOTAL_LIMIT", bytes, takes, "off"),
    };
  },
  /** How many different emoji one person may put on one message. */
  get reactionLimit(): number {
    return read("REACTION_LIMIT", count.max(1_000), "a number from 1 to 1000", "20");
  },
  /** How often somebody may try, in each window that begins with a try. */
  get tryLimits(): Record<
    | "login-address"
    | "login-account"
    | "second-step"
    | "password"
    | "reset-address"
    | "reset-account"
    | "join"
    | "setup"
    | "channel"
    | "direct"
    | "webhook"
    | "invite"
    | "picture",
    RateLimit
  > {
    const takes = 'a count and seconds like "10/900", or "off"';
    return {
      "login-address": read("LOGIN_ADDRESS_LIMIT", rateLimit, takes, "100/900"),
      "login-account": read("LOGIN_LIMIT", rateLimit, takes, "10/900"),
      "second-step": read("SECOND_STEP_LIMIT", rateLimit, takes, "10/3600"),
      password: read("PASSWORD_CHANGE_LIMIT", rateLimit, takes, "5/900"),
      "reset-address": read("RESET_ADDRESS_LIMIT", rateLimit, takes, "30/3600"),
      "reset-account": read("RESET_LIMIT", rateLimit, takes, "3/3600"),
      join: read("JOIN_LIMIT", rateLimit, takes, "30/3600"),
      setup: read("SETUP_LIMIT", rateLimit, takes, "10/3600"),
      channel: readPersonal("CHANNEL_LIMIT", "20/86400"),
      direct: readPersonal("DIRECT_LIMIT", "50/86400"),
      webhook: readPersonal("NEW_WEBHOOK_LIMIT", "50/86400"),
      invite: readPersonal("INVITE_LIMIT", "20/86400"),
      picture: readPersonal("PICTURE_LIMIT", "30/3600"),
    };
  },
  /** How many people a new invite lets in, unless its maker chooses otherwise. */
  get inviteUses(): number {
    return read("INVITE_USES", count.max(1_000), "a number from 1 to 1000", "10");
  },
  /** How many entries of failed sign-ins the audit log takes in an hour, for accounts and for none apart, before it counts them together. */
  get failedSignInEntries(): number {
    return read("FAILED_SIGN_IN_ENTRIES", count.max(100_000), "a number from 1 to 100000", "100");
  },
  /** For how many days the audit log knows who signed in and out, and who failed to. */
  get signInLogDays(): number {
    return read("SIGN_IN_LOG_DAYS", count.max(36_500), "a number from 1 to 36500", "90");
  },
  /** What a picture may cost that is shown in messages, and how much disk those from elsewhere may take. */
  get imageLimits(): { fetchBytes: number; fetchMs: number; cacheBytes: number; pixels: number } {
    const megabytes = (name: string, fallback: string) =>
      read(name, count.max(1_000_000), "a whole number of megabytes from 1", fallback) * 1_000_000;
    return {
      fetchBytes: megabytes("IMAGE_FETCH_MB", "10"),
      fetchMs: read("IMAGE_FETCH_SECONDS", count.max(300), "a number of seconds from 1 to 300", "10") * 1000,
      cacheBytes: megabytes("IMAGE_CACHE_MB", "500"),
      pixels: read("IMAGE_MEGAPIXELS", count.max(100), "a number of megapixels from 1 to 100", "100") * 1_000_000,
    };
  },
  /** Where instances that share a database count posts together; undefined: each counts by itself. */
  get redisUrl(): string | undefined {
    return process.env.REDIS_URL ? read("REDIS_URL", redisUrl, "a redis:// URL") : undefined;
  },
  /** Where to tell of a weakness, as a mailto: or https: URL; undefined tells nobody. */
  get securityContact(): string | undefined {
    const contact = z.url({ protocol: /^(mailto|https)$/ });
    return process.env.SECURITY_CONTACT ? read("SECURITY_CONTACT", contact, "a mailto: or https:// URL") : undefined;
  },
  /** Single sign-on by OpenID Connect; undefined while it is off. Half of it set is an error that says what is missing. */
  get oidc(): Oidc | undefined {
    const missing = OIDC.filter((name) => !process.env[name]);
    const isWanted = [...OIDC, "OIDC_ALLOWED_DOMAINS", "OIDC_NAME"].some((name) => process.env[name]);
    if (!isWanted) return undefined;
    if (missing.length > 0) {
      throw new Error(`Single sign-on needs ${OIDC.join(", ")} together. Not set: ${missing.join(", ")}.`);
    }
    const text = z.string().trim().min(1);
    return {
      issuer: read("OIDC_ISSUER", issuer, "an https:// URL, or an http:// one on this machine"),
      clientId: read("OIDC_CLIENT_ID", text, "the client's id"),
      clientSecret: read("OIDC_CLIENT_SECRET", text, "the client's secret"),
      allowedDomains: process.env.OIDC_ALLOWED_DOMAINS
        ? read("OIDC_ALLOWED_DOMAINS", domains, 'domains of email addresses like "example.com, example.org"')
        : [],
      name: read("OIDC_NAME", text.max(40), "a name of at most 40 characters", "single sign-on"),
    };
  },
  get logLevel(): string {
    const level = z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]);
    return read("LOG_LEVEL", level, "one of trace, debug, info, warn, error, fatal, silent", "info");
  },
  get production(): boolean {
    return process.env.NODE_ENV === "production";
  },
};

/** Reads every variable, so that a bad one is told at start and not at its first use. */
export function checkEnv(): void {
  for (const name of Object.keys(env)) Reflect.get(env, name);
}

/** A limit on what one person does, which `LIMITS=off` takes away unless its own variable sets it. */
function readPersonal(name: string, fallback: string): RateLimit {
  return read(name, rateLimit, `a count and seconds like "${fallback}", or "off"`, env.limited ? fallback : "off");
}

// Settings are asked for with every request, and reading one costs as much as a small request's own fields.
const known = new Map<string, { text: string | undefined; value: unknown }>();

function read<T>(name: string, schema: z.ZodType<T>, takes: string, fallback?: string): T {
  const text = process.env[name] || fallback;
  const last = known.get(name);
  if (last !== undefined && last.text === text) return last.value as T;
  const result = schema.safeParse(text);
  if (!result.success) throw new Error(`The environment variable ${name} must be ${takes}.`);
  known.set(name, { text, value: result.data });
  return result.data;
}
