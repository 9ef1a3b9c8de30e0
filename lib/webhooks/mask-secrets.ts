import { redactTokens } from "@/lib/log";

const MASK = "•••";

// The value after a key that names a secret, as JSON or as a form has it. Each alternative is bounded or linear.
const NAMED =
  /("(?:[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|authorization|credential)[\w-]{0,20})"\s{0,8}:\s{0,8}")(?:[^"\\]|\\.)*/gi;

// The same in a form, where a value ends at the next field.
const IN_FORM =
  /((?:^|&)[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)[\w-]{0,20}=)[^&]+/gi;

// Secrets that are known by their looks: GitHub, GitLab, Slack, Stripe and the like, AWS, JWT. Looking behind for the whole
// class of characters keeps a long run of them from being tried from each of its places.
const KNOWN = [
  /(?<![\w-])(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|sk_live_|rk_live_|sk-)[A-Za-z0-9_-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];
const BEARER = /\b(Bearer|Basic)\s{1,4}[A-Za-z0-9._~+/=-]{8,}/gi;
const IN_URL = /(:\/\/[^\s:/@"']{0,100}:)[^\s:/@"']{1,200}@/g;

/** The text with what looks like a secret replaced by dots: values of telling names, known kinds of tokens, webhook URLs. */
export function maskSecrets(text: string): string {
  const named = redactTokens(text).replace(NAMED, `$1${MASK}`).replace(IN_FORM, `$1${MASK}`);
  const known = KNOWN.reduce((masked, pattern) => masked.replace(pattern, MASK), named);
  return known.replace(BEARER, `$1 ${MASK}`).replace(IN_URL, `$1${MASK}@`);
}
