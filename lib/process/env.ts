import path from "node:path";
import { Cron } from "croner";
import { z } from "zod";
import { VARIABLES, type Variable } from "@/lib/process/env-variables";

/**
 * `<count>/<seconds>`: at most that many per window of that many seconds, which starts with the first one. Null means
 * no limit.
 */
export type RateLimit = { count: number; seconds: number } | null;

/** Limits by name, set by tests. */
type TestLimits = ReadonlyMap<string, NonNullable<RateLimit>>;

/** The single sign-on provider, Parley's client there, and whose accounts are created on first sign-in. */
export type Oidc = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** In lower case. If empty, signing in creates no accounts. */
  allowedDomains: readonly string[];
  /** Whether addresses of which it doesn't say if they're verified are. */
  trustsEmail?: boolean;
  /** The name on the sign-in button. */
  name: string;
};

/** A bucket of an S3-compatible store, and the keys for it. */
export type S3Settings = {
  /** The store's URL without a trailing slash; requests go to a path or a host below it. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket's name is part of the path, not of the host name. */
  pathStyle: boolean;
  /** The start of every key: empty, or ends with a slash. */
  prefix: string;
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
const UNITS = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };
const bytes = z
  .string()
  .regex(/^(off|[1-9]\d{0,5} ?[KMGT]iB)$/)
  .transform((text): number | null => {
    const [, number, unit] = /^(\d+) ?(KiB|MiB|GiB|TiB)$/.exec(text) ?? [];
    return unit === "KiB" || unit === "MiB" || unit === "GiB" || unit === "TiB" ? Number(number) * UNITS[unit] : null;
  });
// Over plain http, anyone on the network could impersonate people.
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine((text) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/i.test(text) && !/[?#]/.test(text));
const domains = z
  .string()
  .regex(/^\s*[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*\s*$/i)
  .transform((text) => text.split(",").map((domain) => domain.trim().toLowerCase()));
const OIDC = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
const OTHER_OIDC = ["OIDC_ALLOWED_DOMAINS", "OIDC_TRUST_EMAIL", "OIDC_NAME"] as const;
const S3 = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
const OTHER_S3 = ["S3_REGION", "S3_ENDPOINT", "S3_PATH_STYLE", "S3_PREFIX"] as const;
const s3Endpoint = httpUrl.refine((text) => new URL(text).href === `${new URL(text).origin}/`);
const s3Prefix = z
  .string()
  .regex(/^\/*[\w.-]+(\/[\w.-]+)*\/*$/)
  .transform((text) => `${text.replace(/^\/+|\/+$/g, "")}/`);
const rateLimit = z
  .string()
  .regex(/^(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/)
  // Timers can't wait longer than 2^31 ms.
  .refine((text) => text === "off" || Number(text.split("/")[1]) <= 2_147_483)
  .transform((text): RateLimit => {
    const [count, seconds] = text.split("/").map(Number);
    return count === undefined || seconds === undefined ? null : { count, seconds };
  });

const schedule = z.string().refine((text) => {
  try {
    return new Cron(text, { paused: true, mode: "5-part" }).nextRun() !== null;
  } catch {
    return false;
  }
});

const limitList = z
  .string()
  .regex(/^(none|[a-z-]+=\d+(\/\d+)?(,[a-z-]+=\d+(\/\d+)?)*)$/)
  .transform((text): TestLimits => {
    const limits = [...text.matchAll(/([a-z-]+)=(\d+)(?:\/(\d+))?/g)];
    return new Map(
      limits.map(
        ([, name = "", count, seconds]) => [name, { count: Number(count), seconds: Number(seconds ?? 1) }] as const,
      ),
    );
  });
const NONE: TestLimits = new Map();

/**
 * The environment, read and checked at each access, so that later changes by the launcher count. Throws an Error that
 * names the variable and what it takes. `checkEnv` checks all of them at once.
 */
export const env = {
  get port(): number {
    return read("PORT", port);
  },
  /** The address to listen on; undefined means all. */
  get host(): string | undefined {
    return process.env.HOST || undefined;
  },
  get databaseUrl(): string | undefined {
    return optional("DATABASE_URL", postgresUrl);
  },
  /** For what needs a session of its own, which a pooler in `databaseUrl` may not provide. */
  get directDatabaseUrl(): string | undefined {
    return optional("DIRECT_DATABASE_URL", postgresUrl) ?? this.databaseUrl;
  },
  /** An absolute path. */
  get dataDir(): string {
    return path.resolve(/* turbopackIgnore: true */ process.env.DATA_DIR || "data");
  },
  /** Parley's public URL without a trailing slash; undefined means the one that the request names. */
  get baseUrl(): string | undefined {
    return optional("BASE_URL", httpUrl);
  },
  /** The mail server, the sender's address, and the URL for links; undefined means no mail is sent. */
  get mail(): { smtpUrl: string; from: string; baseUrl: string } | undefined {
    const from = optional("MAIL_FROM", mailFrom);
    if (!process.env.SMTP_URL) return undefined;
    const url = read("SMTP_URL", smtpUrl);
    const { baseUrl } = this;
    if (from === undefined) throw new Error("Set the environment variable MAIL_FROM too: SMTP_URL needs it.");
    if (baseUrl === undefined) {
      throw new Error("Set the environment variable BASE_URL too: SMTP_URL needs it for the links in mails.");
    }
    return { smtpUrl: url, from, baseUrl };
  },
  /** How many reverse proxies add to X-Forwarded-For; undefined means one if it's on this machine. */
  get trustedProxies(): number | undefined {
    return optional("TRUSTED_PROXIES", proxies);
  },
  get nextAuthSecret(): string | undefined {
    return optional("NEXTAUTH_SECRET", secret);
  },
  get webhookRateLimit(): RateLimit {
    return read("WEBHOOK_RATE_LIMIT", rateLimit);
  },
  /** Whether people, streams and searches are limited. Tests and benchmarks turn this off. */
  get limited(): boolean {
    return read("LIMITS", z.enum(["on", "off"])) === "on";
  },
  /** Limits by name, set by tests; ignored in production. */
  get testLimits(): TestLimits {
    return this.production && this.limited ? NONE : read("TEST_LIMITS", limitList);
  },
  /** The factor for limits per IP address, for addresses that many people share. */
  get addressLimitFactor(): number {
    return read("ADDRESS_LIMIT_FACTOR", count.max(1_000));
  },
  /** How many searches and similar reads run at once on this instance, on separate connections. */
  get searchConnections(): number {
    return read("SEARCH_CONNECTIONS", count.max(1_000));
  },
  /** How many bytes each person's files, and all files together, can take. Null means no limit. */
  get uploadLimits(): { person: number | null; install: number | null } {
    return {
      person: read("UPLOAD_LIMIT", bytes),
      install: read("UPLOAD_TOTAL_LIMIT", bytes),
    };
  },
  /** The bucket for uploads; undefined without one. Throws if only some of its variables are set. */
  get s3(): S3Settings | undefined {
    if (![...S3, ...OTHER_S3].some((name) => process.env[name])) return undefined;
    const missing = S3.filter((name) => !process.env[name]);
    if (missing.length > 0)
      throw new Error(`A bucket for uploads needs all of ${S3.join(", ")}. Set ${missing.join(", ")}.`);
    const region = read("S3_REGION", z.string().regex(/^[\w-]+$/));
    return {
      region,
      endpoint: optional("S3_ENDPOINT", s3Endpoint) ?? `https://s3.${region}.amazonaws.com`,
      bucket: read("S3_BUCKET", z.string().regex(/^[\w.-]{1,255}$/)),
      accessKeyId: read("S3_ACCESS_KEY_ID", z.string().regex(/^[!-~]+$/)),
      secretAccessKey: read("S3_SECRET_ACCESS_KEY", z.string().regex(/^[!-~]+$/)),
      pathStyle: read("S3_PATH_STYLE", z.enum(["on", "off"])) === "on",
      prefix: optional("S3_PREFIX", s3Prefix) ?? "",
    };
  },
  /** Where new uploads go. Throws if it's a bucket and none is set. */
  get fileStore(): "disk" | "s3" {
    const given = optional("FILE_STORE", z.enum(["disk", "s3"]));
    const hasBucket = this.s3 !== undefined;
    if (given === "s3" && !hasBucket) throw new Error(`Set ${S3.join(", ")} too: FILE_STORE=s3 needs a bucket.`);
    return given ?? (hasBucket ? "s3" : "disk");
  },
  /** How many days the audit log keeps sign-ins, sign-outs and failed attempts. */
  get signInLogDays(): number {
    return read("SIGN_IN_LOG_DAYS", count.max(36_500));
  },
  /** How many bytes of images from other sites are kept on disk. */
  get imageCacheBytes(): number {
    return read("IMAGE_CACHE_MB", count.max(1_000_000)) * 1_000_000;
  },
  /** Where backups go, how many scheduled ones are kept, when they're made (a cron expression), and what encrypts them. */
  get backup(): {
    dir: string;
    /** Whether `dir` is the folder in DATA_DIR, which Parley creates. */
    isDefaultDir: boolean;
    keep: number;
    schedule: string | undefined;
    passphrase: string | undefined;
  } {
    const ours = path.join(/* turbopackIgnore: true */ this.dataDir, "backups");
    const dir = path.resolve(/* turbopackIgnore: true */ process.env.BACKUP_DIR || ours);
    return {
      dir,
      isDefaultDir: dir === path.resolve(/* turbopackIgnore: true */ ours),
      keep: read("BACKUP_KEEP", count.max(500)),
      schedule: optional("BACKUP_SCHEDULE", schedule),
      passphrase: optional("BACKUP_PASSPHRASE", z.string().min(12)),
    };
  },
  /** The Redis in which instances share rate limits; undefined means each counts separately. */
  get redisUrl(): string | undefined {
    return optional("REDIS_URL", redisUrl);
  },
  /** Where to report security problems, as a mailto: or https: URL; undefined means nowhere. */
  get securityContact(): string | undefined {
    const contact = z.url({ protocol: /^(mailto|https)$/ });
    return optional("SECURITY_CONTACT", contact);
  },
  /** Single sign-on with OpenID Connect; undefined while it's off. Throws if only some of its variables are set. */
  get oidc(): Oidc | undefined {
    const missing = OIDC.filter((name) => !process.env[name]);
    const isConfigured = [...OIDC, ...OTHER_OIDC].some((name) => process.env[name]);
    if (!isConfigured) return undefined;
    if (missing.length > 0) {
      throw new Error(`Single sign-on needs all of ${OIDC.join(", ")}. Set ${missing.join(", ")}.`);
    }
    const text = z.string().trim().min(1);
    return {
      issuer: read("OIDC_ISSUER", issuer),
      clientId: read("OIDC_CLIENT_ID", text),
      clientSecret: read("OIDC_CLIENT_SECRET", text),
      allowedDomains: optional("OIDC_ALLOWED_DOMAINS", domains) ?? [],
      ...(read("OIDC_TRUST_EMAIL", z.enum(["0", "1"])) === "1" && { trustsEmail: true }),
      name: read("OIDC_NAME", text.max(40)),
    };
  },
  /** The token with which Prometheus reads `/metrics`; undefined means there are no metrics. */
  get metricsToken(): string | undefined {
    return optional("METRICS_TOKEN", secret);
  },
  /** Whether OpenTelemetry's variables ask for traces. The exporter reads where to send them, and the rest, itself. */
  get traced(): boolean {
    const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = process.env;
    const target = OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || optional("OTEL_EXPORTER_OTLP_ENDPOINT", httpUrl);
    return Boolean(target) && OTEL_SDK_DISABLED?.toLowerCase() !== "true" && OTEL_TRACES_EXPORTER !== "none";
  },
  get logLevel(): string {
    const level = z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]);
    return read("LOG_LEVEL", level);
  },
  get production(): boolean {
    return process.env.NODE_ENV === "production";
  },
};

/** Checks every variable, so that a bad one fails the start instead of its first use. */
export function checkEnv(): void {
  for (const name of Object.keys(env)) Reflect.get(env, name);
}

/** Whether TEST_LIMITS is set, but has no effect because this isn't a test. */
export function ignoresTestLimits(): boolean {
  return env.production && env.limited && Boolean(process.env.TEST_LIMITS);
}

// Cached, because every request reads settings, and parsing one costs as much as a small request.
const known = new Map<string, { text: string | undefined; value: unknown }>();

type Name = keyof typeof VARIABLES | "TEST_LIMITS";

// TEST_LIMITS isn't documented for operators, because production ignores it.
const variables: Readonly<Record<Name, Omit<Variable, "about">>> = {
  ...VARIABLES,
  TEST_LIMITS: { takes: 'limits like "write=1/600,streams=3"', fallback: "none" },
};

function read<T>(name: Name, schema: z.ZodType<T>): T {
  const { takes, fallback } = variables[name];
  const text = process.env[name] || fallback;
  const last = known.get(name);
  if (last !== undefined && last.text === text) return last.value as T;
  const result = schema.safeParse(text);
  if (!result.success) throw new Error(`The environment variable ${name} must be ${takes}.`);
  known.set(name, { text, value: result.data });
  return result.data;
}

/** Whether BASE_URL is an https URL. */
export function isReachedByHttps(): boolean {
  return env.baseUrl?.startsWith("https:") ?? false;
}

function optional<T>(name: Name, schema: z.ZodType<T>): T | undefined {
  return process.env[name] ? read(name, schema) : undefined;
}
