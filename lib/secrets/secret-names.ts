/** How sure it is that a value with this name is secret. With `likely`, the value must look like a secret too. */
export type Sureness = "certain" | "likely";

const NOUNS = new Set(
  `password passwd passphrase passcode passwords pass pwd secret secrets token tokens apikey apikeys accesskey privatekey secretkey
  authorization cookie cookies credential credentials creds bearer jwt otp`.split(/\s+/),
);
// Nouns before "key", as in "api_key"; "key" alone isn't secret.
const KEYS = new Set(
  "api app access private secret signing encryption auth account storage master shared subscription webhook".split(" "),
);
const LIKELY = new Set("session sessions sessionid sessid phpsessid jsessionid sid auth".split(" "));
const SIGNATURES = new Set("sig signature".split(" "));

// Endings of compounds such as "accesstoken" and "dbpass", but not "bypass" or "compass".
const ENDINGS =
  /(?:password|passwd|passphrase|passcode|secret|token|apikey|accesskey|secretkey|privatekey|credentials?|(?:^|db|my|pg|user|root|admin|smtp|mail|mysql|redis|ftp|login|http|proxy|sudo|ssh)(?:pass|pwd))$/;

// Words that may follow the noun: "password_old" is a secret, "password_changed_at" isn't.
const STILL_SECRET =
  /^(?:v?\d+|value|hash|hex|base|base64|b64|raw|plain|plaintext|text|string|key|keys|id|header|old|new|current|previous|primary|secondary|backup|prod|production|dev|staging|test|live|default)$/;
// Words that may not follow in an environment variable. Anything else may, as in TOKEN_GITHUB.
const NO_SECRET =
  /^(?:type|name|id|ids|count|counts|used|usage|limit|length|size|min|max|expires|expiry|expiration|expired|in|at|on|by|date|time|url|uri|urls|host|endpoint|required|changed|enabled|disabled|status|state|ref|policy|version|file|path|dir|provider|mode|age|ttl|lifetime|scope|scopes|valid|algorithm|format|manager|store|rotation|reset|required|prefix|arn)$/;
const QUESTIONS =
  /^(?:has|is|needs|requires|max|min|num|number|total|count|allow|allows|enable|disable|missing|expired|invalid|forgot|show|hide|total|used|prompt|completion|input|output|cached|reasoning)$/;

const LONGEST_NAME = 100;
const MAY_BE_SECRET = /pass|pwd|secret|token|key|auth|cookie|cred|sess|sid|sig|jwt|otp|bearer/i;

/** Splits a name that is written likeThis, like_this or like-this into words in lower case. */
export function nameWords(name: string): string[] {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return apart
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** Returns how sure it is that values of this key, field, header or variable are secret; null if they aren't. */
export function secretName(name: string): Sureness | null {
  if (name.length > LONGEST_NAME || !MAY_BE_SECRET.test(name)) return null;
  const words = nameWords(name);
  const [first = ""] = words;
  if (words.length > 1 && QUESTIONS.test(first)) return null;
  const at = words.findLastIndex((word, index) => isNoun(word, words[index - 1]));
  const rest = words.slice(at + 1);
  if (at >= 0) return mayFollow(rest, words[at] ?? "", name) ? "certain" : null;
  const last = words.findLastIndex((word) => LIKELY.has(word));
  const after = words.slice(last + 1);
  return last >= 0 && after.every((word) => word === "id" || STILL_SECRET.test(word)) ? "likely" : null;
}

/** Like `secretName`, for JSON keys, form fields and URL parameters, which may also hold signatures. */
export function secretKey(name: string): Sureness | null {
  const before = knownKeys.get(name);
  if (before !== undefined) return before;
  const sureness = secretName(name) ?? (SIGNATURES.has(nameWords(name).at(-1) ?? "") ? "likely" : null);
  if (name.length > LONGEST_NAME) return sureness;
  if (knownKeys.size >= MOST_KNOWN) knownKeys.clear();
  knownKeys.set(name, sureness);
  return sureness;
}

// A sender's payloads have the same keys each time.
const MOST_KNOWN = 2_000;
const knownKeys = new Map<string, Sureness | null>();

function isNoun(word: string, before: string | undefined): boolean {
  if (word === "key" || word === "keys") return before !== undefined && KEYS.has(before);
  return NOUNS.has(word) || ENDINGS.test(word);
}

function mayFollow(rest: readonly string[], noun: string, name: string): boolean {
  const last = rest.at(-1);
  if (last === undefined) return true;
  if (noun === "pass") return false;
  if (/^[A-Z0-9_]+$/.test(name) && name.includes("_")) return !NO_SECRET.test(last);
  return last !== "id" && rest.every((word) => STILL_SECRET.test(word));
}

// Words that describe a secret's state, and placeholders for one.
const STATES =
  /^(?:|true|false|null|nil|none|undefined|yes|no|on|off|ok|set|unset|n\/a|unknown|required|optional|missing|expired|invalid|valid|enabled|disabled|active|inactive|inherit|read|write|admin|pass|passed|fail|failed|redacted|masked|hidden|filtered|encrypted)$/i;
const STANDS_FOR =
  /^(?:[*•.xX]{3,}|\$[A-Z_][A-Z0-9_]{2,}|\$\{[\w.:-]{1,80}\}|\$\{\{[^{}]{1,100}\}\}|\{\{[^{}]{1,100}\}\}|%[A-Z_]{3,}%|<[\w -]{1,40}>|\[[\w -]{1,40}\])$/;

/** Returns whether the value of a secret's name needs no masking, such as "required", "${TOKEN}" and "***". */
export function saysNothing(value: string): boolean {
  return value.length < 120 && (STATES.test(value) || STANDS_FOR.test(value));
}

/** Returns whether a value looks like it was generated, or like a strong password. */
export function looksRandom(text: string): boolean {
  // The beginning is enough, and a value may be as long as the whole payload.
  const value = text.slice(0, 200);
  if (value.length < 6 || /\s/.test(value)) return false;
  if (/^(?:[a-z][a-z0-9+.-]{0,20}:\/\/|[./~#@]|v?\d+(?:\.\d+)+)/i.test(value)) return false;
  return /[A-Za-z]/.test(value) && /\d|[^\w./@:,()-]|[a-z][A-Z]/.test(value);
}

// Splunk's `sid` is the id of a search.
const SEARCH = /^(?:rt_)?scheduler_/;

/** Returns whether to mask this value of a name that is certainly or likely a secret's. */
export function isSecretValue(sureness: Sureness, name: string, value: string): boolean {
  if (saysNothing(value)) return false;
  if (sureness === "likely") return value.length >= 8 && looksRandom(value) && !SEARCH.test(value);
  const noun = nameWords(name).at(-1);
  // Test results ("pass"), and the shell's working directory ("pwd").
  if (noun === "pass") return !/^\d{1,4}%?$/.test(value);
  return !(noun === "pwd" && /^(?:\/|[A-Za-z]:\\)/.test(value));
}
