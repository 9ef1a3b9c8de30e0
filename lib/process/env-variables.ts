/** `fallback` is the value of a variable that isn't set. If there is none, `unset` says what happens then. */
export type Variable = { takes: string; fallback?: string; unset?: string; about: string };

/**
 * Every variable that Parley reads: what it takes, its default if it has one, and what it's for. The table in
 * docs/configuration.md is generated from this.
 */
export const VARIABLES = {
  PORT: { takes: "a port number from 0 to 65535", fallback: "3000", about: "The port to listen on." },
  HOST: { takes: "an address", unset: "all addresses", about: "The address to listen on." },
  DATABASE_URL: {
    takes: "a postgres:// URL",
    unset: "the embedded PostgreSQL",
    about: "The PostgreSQL to use (15 or newer).",
  },
  DIRECT_DATABASE_URL: {
    takes: "a postgres:// URL",
    unset: "`DATABASE_URL`",
    about: "PostgreSQL's own address, if `DATABASE_URL` leads to a [pooler](scale.md#pgbouncer).",
  },
  DATA_DIR: {
    takes: "a path",
    unset: "`./data`",
    about:
      "Where the embedded database, uploads, secrets and [your own tools](senders.md) are. All instances share it.",
  },
  BASE_URL: {
    takes: "an http:// or https:// URL",
    unset: "the address that the browser uses",
    about:
      "The public address, used in webhook URLs and invite links. With `https://`, the session cookie is marked secure.",
  },
  NEXTAUTH_SECRET: {
    takes: "at least 16 characters",
    unset: "generated at the first start and stored in `DATA_DIR`",
    about:
      "Signs sessions and invite links; encrypts signing secrets and authenticator apps' secrets. All instances share it.",
  },
  TRUSTED_PROXIES: {
    takes: "a number from 0 to 10",
    unset: "1 if the proxy is on the same machine, otherwise 0",
    about: "How many proxies add to `X-Forwarded-For`.",
  },
  REDIS_URL: {
    takes: "a redis:// URL",
    unset: "each instance counts separately",
    about: "A Redis in which instances share their rate limits.",
  },
  WEBHOOK_RATE_LIMIT: {
    takes: 'a count and seconds like "3000/60", or "off"',
    fallback: "3000/60",
    about: "How many messages each webhook can post, and in how many seconds, or `off`.",
  },
  ADDRESS_LIMIT_FACTOR: {
    takes: "a number from 1 to 1000",
    fallback: "1",
    about: "Multiplies the limits per IP address. Raise it if many people share one, as in an office behind one NAT.",
  },
  LIMITS: {
    takes: '"on" or "off"',
    fallback: "on",
    about:
      "`off` lifts the limits on requests, writing, streams, searches, channels and joining. For tests and benchmarks.",
  },
  UPLOAD_LIMIT: {
    takes: 'a size like "5GiB" or "500MiB", or "off"',
    fallback: "5GiB",
    about: "How much space each person's files can take (`KiB` to `TiB`), or `off`. Admins see the usage under Files.",
  },
  UPLOAD_TOTAL_LIMIT: {
    takes: 'a size like "5GiB" or "500MiB", or "off"',
    fallback: "off",
    about: "How much space all files and the payloads in delivery logs can take, or `off`.",
  },
  S3_BUCKET: {
    takes: "a bucket's name",
    unset: "uploads are stored in `DATA_DIR`",
    about: "The bucket of an S3-compatible store for uploads. Needs the two keys. See [Files](files.md).",
  },
  S3_ACCESS_KEY_ID: { takes: "an access key's ID", about: "The ID of a key that may use the bucket." },
  S3_SECRET_ACCESS_KEY: { takes: "an access key's secret", about: "The secret of that key." },
  S3_REGION: { takes: "a region's name", fallback: "us-east-1", about: "The bucket's region." },
  S3_ENDPOINT: {
    takes: "an http:// or https:// URL without a path",
    unset: "Amazon S3 in `S3_REGION`",
    about: "The store's address, if it isn't Amazon's.",
  },
  S3_PATH_STYLE: {
    takes: '"on" or "off"',
    fallback: "on",
    about: "`off` puts the bucket's name into the host name instead of the path.",
  },
  S3_PREFIX: {
    takes: "folders of letters, digits, dots, hyphens and underscores, with slashes between them",
    unset: "files are at the top of the bucket",
    about: "A folder in the bucket, if other things use the bucket too.",
  },
  FILE_STORE: {
    takes: '"disk" or "s3"',
    unset: "`s3` if `S3_BUCKET` is set, otherwise `disk`",
    about: "Where new uploads go. Files are read from both places. `npm run files -- move` moves the others.",
  },
  IMAGE_CACHE_MB: {
    takes: "a whole number of megabytes from 1",
    fallback: "500",
    about: "How many megabytes of images from other sites are kept on disk. The oldest are removed first.",
  },
  SEARCH_CONNECTIONS: {
    takes: "a number from 1 to 1000",
    fallback: "4",
    about: "How many searches each instance runs at the same time, each on its own database connection.",
  },
  SIGN_IN_LOG_DAYS: {
    takes: "a number from 1 to 36500",
    fallback: "90",
    about: "How many days the audit log keeps sign-ins, sign-outs and failed attempts.",
  },
  BACKUP_SCHEDULE: {
    takes: 'a cron expression with five fields like "0 3 * * *", or "@daily"',
    unset: "no automatic backups",
    about: "When Parley backs itself up, in the server's time zone. See [Backup](backup.md).",
  },
  BACKUP_DIR: {
    takes: "a path",
    unset: "`DATA_DIR/backups`",
    about: "Where backups are stored: a folder that exists, on another disk or machine.",
  },
  BACKUP_KEEP: {
    takes: "a number from 1 to 500",
    fallback: "7",
    about: "How many scheduled backups are kept. Older ones are deleted; those you make yourself aren't.",
  },
  BACKUP_PASSPHRASE: {
    takes: "at least 12 characters",
    unset: "backups aren't encrypted",
    about: "Encrypts backups, and decrypts the one that you restore. Store it elsewhere: without it, they are lost.",
  },
  SMTP_URL: {
    takes: "an smtp:// or smtps:// URL",
    unset: "no mail is sent",
    about: "The mail server: `smtps://user:password@host:port`. Needs `MAIL_FROM` and `BASE_URL`.",
  },
  MAIL_FROM: {
    takes: 'an address like "parley@example.com" or "Parley <parley@example.com>"',
    about: "The sender of mails: `parley@example.com` or `Parley <parley@example.com>`.",
  },
  SECURITY_CONTACT: {
    takes: "a mailto: or https:// URL",
    about: "Where to report security problems, shown at `/.well-known/security.txt`.",
  },
  OIDC_ISSUER: {
    takes: "an https:// URL, or an http:// one on this machine",
    unset: "single sign-on is off",
    about: "The OpenID Connect provider that people sign in with. See [Single sign-on](single-sign-on.md).",
  },
  OIDC_CLIENT_ID: { takes: "the client's ID", about: "Parley's client ID at the provider." },
  OIDC_CLIENT_SECRET: { takes: "the client's secret", about: "Parley's client secret at the provider." },
  OIDC_ALLOWED_DOMAINS: {
    takes: 'domains of email addresses like "example.com, example.org"',
    unset: "signing in creates no accounts",
    about: "Email domains, separated by commas. People with these addresses get an account when they first sign in.",
  },
  OIDC_TRUST_EMAIL: {
    takes: '"1" or "0"',
    fallback: "0",
    about: "`1` trusts addresses that the provider calls neither verified nor unverified ([when](single-sign-on.md)).",
  },
  OIDC_NAME: {
    takes: "a name of at most 40 characters",
    fallback: "single sign-on",
    about: 'The name in "Continue with …".',
  },
  METRICS_TOKEN: {
    takes: "at least 16 characters",
    unset: "there are no metrics",
    about:
      "Turns on `GET /metrics` for Prometheus, which must send this as its bearer token. See [Monitoring](monitoring.md).",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    takes: "an http:// or https:// URL",
    unset: "nothing is traced",
    about:
      "Where to send OpenTelemetry traces. OpenTelemetry's other variables work too. See [Monitoring](monitoring.md).",
  },
  LOG_LEVEL: {
    takes: "one of trace, debug, info, warn, error, fatal, silent",
    fallback: "info",
    about: "How much is logged. `debug` includes stack traces.",
  },
} as const satisfies Record<string, Variable>;
