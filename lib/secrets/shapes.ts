/**
 * Secrets with a known format. Prefixes, characters and lengths follow gitleaks' default rules
 * (https://github.com/gitleaks/gitleaks, config/gitleaks.toml at 009e025, MIT license, © 2019 Zachary Rice) and the
 * issuers' documentation. Minimum lengths are slightly lower, because masking too little is the worse mistake. Rules
 * that need more of a regular expression are in `PATTERNS` or were left out.
 */
type Shape = {
  prefix: string;
  chars: Alphabet;
  /** The minimum number of characters after the prefix. */
  least: number;
  /** Whether exactly that many follow. */
  exact?: true;
  /** The minimum number of digits, for formats that words could match otherwise. */
  digits?: number;
};

export type Alphabet = keyof typeof ALPHABETS;

/** Each matches a run of its characters at the current position. */
export const ALPHABETS = {
  hex: /[0-9a-fA-F]*/y,
  upper: /[A-Z0-9]*/y,
  letters: /[A-Za-z0-9]*/y,
  word: /[\w-]*/y,
  dotted: /[\w.=-]*/y,
  base64: /[A-Za-z0-9+/=_-]*/y,
} as const;

const of = (chars: Alphabet, least: number, prefixes: string, more: Pick<Shape, "exact" | "digits"> = {}): Shape[] =>
  prefixes.split(" ").map((prefix) => ({ prefix, chars, least, ...more }));

export const SHAPES: readonly Shape[] = [
  // GitHub, GitLab, Bitbucket and Atlassian
  ...of("letters", 16, "ghp_ gho_ ghu_ ghs_ ghr_"),
  ...of("word", 16, "github_pat_"),
  ...of("dotted", 12, "glpat- gldt- glrt- glcbt- glptt- glft- glffct- glimt- glagent- gloas- glsoat- glwt-"),
  ...of("word", 20, "GR1348941"),
  ...of("dotted", 40, "ATATT3 ATCTT3"),
  ...of("letters", 24, "ATBB"),
  // Slack, Telegram's and Discord's are patterns
  ...of("word", 8, "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp- xoxe.xoxb- xoxe.xoxp-"),
  // Clouds
  ...of("upper", 16, "AKIA ASIA ABIA ACCA", { exact: true }),
  ...of("word", 30, "AIza"),
  ...of("dotted", 20, "ya29."),
  ...of("word", 20, "GOCSPX- dckr_pat_ dckr_oat_"),
  ...of("letters", 16, "LTAI", { digits: 2 }),
  ...of("hex", 40, "dop_v1_ doo_v1_ dor_v1_ pul- sbp_ rubygems_ sgp_ sntryu_"),
  ...of("word", 40, "HRKU-AA fo1_ sha256~"),
  ...of("base64", 60, "fm1a_ fm1r_ fm2_ ops_eyJ eyJrIjoi ZXlK sntrys_"),
  ...of("hex", 32, "dapi"),
  ...of("dotted", 24, "pscale_tkn_ pscale_oauth_ pscale_pw_ hvs. hvb. hvr."),
  ...of("dotted", 60, "atlasv1. t1."),
  ...of("hex", 24, "v1.0-"),
  ...of("letters", 38, "4b1d", { exact: true, digits: 4 }),
  ...of("word", 30, "AQVN", { digits: 2 }),
  // Payment and shops
  ...of("letters", 10, "sk_test_ sk_live_ sk_prod_ rk_test_ rk_live_ rk_prod_"),
  ...of("base64", 20, "whsec_"),
  ...of("hex", 32, "shpat_ shpca_ shppa_ shpss_ shippo_live_ shippo_test_"),
  ...of("word", 22, "sq0atp- sq0csp-", { digits: 2 }),
  ...of("letters", 60, "EAAM EAAC EAAB", { digits: 2 }),
  ...of("word", 12, "FLWSECK_TEST- FLWSECK- access-sandbox- access-development- access-production-"),
  ...of("letters", 50, "EZAK EZTK"),
  ...of("word", 40, "duffel_test_ duffel_live_"),
  // Registries and build tools
  ...of("letters", 30, "npm_"),
  ...of("word", 50, "pypi-AgE"),
  ...of("letters", 50, "AKCp cmVmd CLOJARS_"),
  ...of("letters", 30, "pnu_ ico- lin_api_ lin_oauth_ gsk_ r8_ hf_ api_org_ ntn_ rdme_"),
  ...of("upper", 26, "API-", { exact: true, digits: 2 }),
  ...of("word", 40, "tk-us- figd_ tfp_ fio-u-"),
  ...of("letters", 40, "dp.pt. dp.st. dp.ct. dp.sa. pplx- xai-"),
  ...of("letters", 16, "sm_aat_ sm_pat_ sm_sat_"),
  ...of("word", 40, "s-s4t2ud- s-s4t2af-"),
  // Mail, monitoring and the rest
  ...of("dotted", 40, "SG. dt0c01. sl."),
  ...of("hex", 32, "key- pubkey-", { exact: true }),
  ...of("word", 40, "xkeysib- xsmtpsib-"),
  ...of("base64", 30, "glsa_ glc_"),
  ...of("word", 18, "NRAK- NRII- NRJS- NRAL- PMAK- PMAT-", { digits: 2 }),
  ...of("upper", 50, "AGE-SECRET-KEY-1"),
  ...of("hex", 32, "SK", { exact: true, digits: 4 }),
  ...of("letters", 43, "secret_", { exact: true, digits: 2 }),
  // OpenAI, Anthropic and services that imitate them
  ...of("word", 20, "sk-", { digits: 2 }),
];

/**
 * Secrets whose format is more than a prefix and a length, each with characters that it always contains: most texts don't,
 * and looking for those is much faster. To take linear time, each starts where no such character precedes it, and only its
 * last part repeats without a limit.
 */
export const PATTERNS: readonly { contains: string; pattern: RegExp }[] = [
  // JSON Web Tokens
  { contains: "eyJ", pattern: /(?<![\w.-])eyJ[\w-]{5,4000}\.[\w-]{2,8000}(?:\.[\w-]*)?/g },
  // Telegram's and Discord's bots, Facebook's apps
  { contains: ":AA", pattern: /(?<![\w-])\d{8,10}:AA[\w-]{30,40}(?![\w-])/g },
  { contains: ".", pattern: /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g },
  { contains: "|", pattern: /(?<![\w-])\d{15,16}\|[\w-]{27,40}(?![\w-])/g },
  // 1Password, Mailchimp, MaxMind, Microsoft Entra
  { contains: "A3-", pattern: /(?<![\w-])A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}(?![\w-])/g },
  { contains: "-us", pattern: /(?<![\w-])[0-9a-f]{32}-us\d{1,2}(?![\w-])/g },
  { contains: "_mmk", pattern: /(?<![\w-])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![\w-])/g },
  { contains: "Q~", pattern: /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g },
  // Harness and Terraform
  { contains: "at.", pattern: /(?<![\w-])(?:pat|sat)\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}(?![\w-])/g },
];

const SLASH = String.raw`(?:\\*/|%(?:25)*2[fF])+`;
const address = (...parts: string[]) => new RegExp(parts.join(SLASH), "gi");

/** URLs that grant access to anyone who has them. The part before the secret is kept as `$1`. */
export const SECRET_ADDRESSES: readonly RegExp[] = [
  address(String.raw`(hooks\.slack(?:-gov)?\.com`, "(?:services|workflows|triggers)", String.raw`)[\w/%\\+-]{20,200}`),
  // Parley's own, and Discord's.
  address("(webhooks", "incoming", String.raw`[^/\s"'?\\]{1,128}?`, String.raw`)[^/\s"'?\\]+`),
  address("(webhooks", String.raw`\d{5,20}`, String.raw`)[^/\s"'?\\]+`),
  address(String.raw`(webhook\.office\.com`, "webhookb2", String.raw`)[\w@/%\\-]{20,400}`),
  address(String.raw`(hooks\.zapier\.com`, "hooks", "catch", String.raw`)[\w/%\\-]{6,100}`),
  address(String.raw`(\bhooks`, String.raw`)[a-z0-9]{26}(?![\w-])`),
];

/** The format of a service's keys that can only be recognized by name: an alphabet and a length. */
export const NAMED_SHAPES: Readonly<Record<string, RegExp>> = Object.fromEntries(
  `adafruit:[a-z0-9_-]{32} adobe:[a-f0-9]{32} alibaba:[a-z0-9]{30} algolia:[a-z0-9]{32} asana:[a-z0-9]{32} beamer:b_[a-z0-9=_-]{44}
  bittrex:[a-z0-9]{32} cloudflare:[a-z0-9_-]{37,40} codecov:[a-z0-9]{32} cohere:[a-z0-9]{40} coinbase:[a-z0-9_-]{64}
  confluent:[a-z0-9]{64} contentful:[a-z0-9=_-]{43} datadog:[a-z0-9]{32,40} discord:[a-f0-9]{64} droneci:[a-z0-9]{32}
  dropbox:[a-z0-9_=-]{64} facebook:[a-f0-9]{32} fastly:[a-z0-9=_-]{32} finicity:[a-f0-9]{32} flickr:[a-z0-9]{32}
  freshbooks:[a-z0-9]{64} gitter:[a-z0-9_-]{40} heroku:[a-f0-9-]{36} hubspot:[a-f0-9-]{36} intercom:[a-z0-9=_-]{60}
  jfrog:[a-z0-9]{64,73} artifactory:[a-z0-9]{64,73} kraken:[a-z0-9/=_+-]{80,90} launchdarkly:[a-z0-9=_-]{40} meraki:[0-9a-f]{40}
  netlify:[a-z0-9=_-]{40,46} newrelic:[a-z0-9]{64} nytimes:[a-z0-9=_-]{32} okta:00[a-z0-9_=-]{40} plaid:[a-z0-9]{30}
  rapidapi:[a-z0-9_-]{50} sendbird:[a-f0-9]{40} sentry:[a-f0-9]{64} sonar:[a-z0-9=_-]{40} squarespace:[a-f0-9-]{36}
  sumologic:[a-z0-9]{64} twitch:[a-z0-9]{30} twitter:[a-z0-9]{35,50} zendesk:[a-z0-9]{40}`
    .split(/\s+/)
    .map((rule) => rule.split(":", 2))
    .map(([name = "", shape = ""]) => [name, new RegExp(`^${shape}$`, "i")]),
);
