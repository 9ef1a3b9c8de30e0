import { safeHref } from "./safe-href";

/** Where a link really goes: to a host or to a mail address. */
export type Destination = { verb: "leads" | "writes"; to: string };

// Bounds the comparison: a link's text can have thousands of words, and a real address is far shorter.
const LONGEST = 2_000;
const MOST_WORDS = 100;

/**
 * Returns the link's real destination if its text suggests another one: the text has an address or domain whose host
 * isn't the link's, an address with a user name before its host, or a host with letters other than a to z (returned as
 * Punycode). Returns null if the text names no place, or the right one.
 */
export function leadsTo(href: string | undefined, text: string): Destination | null {
  const safe = safeHref(href);
  if (safe === null) return null;
  const named = hostsIn(text);
  if (named.length === 0) return null;
  const url = new URL(safe);
  if (namesItsFile(url, text)) return null;
  if (url.protocol === "mailto:") {
    const to = decoded(url.pathname).toLowerCase();
    return named.every(({ address }) => address === to) ? null : { verb: "writes", to: url.pathname };
  }
  const isPlain = url.username === "" && url.password === "" && !/(?:^|\.)xn--/.test(url.hostname);
  const host = bare(url.hostname);
  const isNamedHost = named.every((each) => each.address === null && bare(each.host) === host);
  const isClear =
    isNamedHost && (isPlain || (url.username === "" && named.every(({ written }) => bare(written) === host)));
  return isClear ? null : { verb: "leads", to: url.host };
}

// ".zip" is a top-level domain too, but "app-1.2.zip" that leads to ".../app-1.2.zip" is the file it says.
function namesItsFile({ pathname }: URL, text: string): boolean {
  return /^[\w.@+-]{1,200}\.zip$/i.test(text.trim()) && decoded(pathname).endsWith(`/${text.trim()}`);
}

/** A host or mail address that appears in a text. */
type NamedHost = {
  /** As written in the text. */
  written: string;
  /** As it appears in a URL. */
  host: string;
  /** The whole address, for mail addresses only. */
  address: string | null;
};

function hostsIn(text: string): NamedHost[] {
  const plain = text
    .slice(0, LONGEST)
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const words = plain.replace(/[。｡]/g, ".").replace(/[⁄∕⧸]/g, "/").split(/\s+/, MOST_WORDS).filter(Boolean);
  return words.flatMap((word) => hostIn(word, words.length === 1) ?? []);
}

const SCHEME = /(?:https?|ftp|wss?|mailto):[\\/]*/i;

function hostIn(word: string, isAlone: boolean): NamedHost | null {
  const scheme = SCHEME.exec(word);
  const rest = (scheme ? word.slice(scheme.index + scheme[0].length) : word).replace(/^[^\p{L}\p{N}[]+/u, "");
  const [authority = ""] = /^[^/\\?#]*/.exec(rest) ?? [];
  const at = authority.lastIndexOf("@");
  const [written = ""] = /^\[[^\]]*\]|^[^:,;!)>'"”’»]*/.exec(authority.slice(at + 1)) ?? [];
  const host = written.replace(/[.\p{Pe}\p{Pf}]+$/u, "");
  const isNamed = scheme !== null ? authority !== "" : looksLikeHost(host, isAlone || at > 0 || /^www\./i.test(host));
  if (!isNamed) return null;
  const isMail = at > 0 && (scheme === null || /^mailto/i.test(scheme[0]));
  const address = isMail ? `${authority.slice(0, at)}@${host}`.toLowerCase() : null;
  // People read "https://bank.example@…" as the bank's URL, wherever it goes.
  return { written: host, host: at >= 0 && !isMail ? "" : ascii(host), address };
}

// File extensions that aren't top-level domains. Some are both (".md", ".rs"): for those, only common file names count.
const FILES =
  /^(?:7z|apk|avi|bak|bat|bin|bz2|c|cfg|class|conf|config|cpp|cs|css|csv|cts|deb|diff|dll|dmg|doc|docx|env|exe|gif|gz|h|hex|hpp|htm|html|img|ini|ipa|ipynb|iso|jar|java|jpeg|jpg|js|json|jsonl|jsx|kt|lock|log|lua|mjs|mkv|mp3|mp4|msi|mts|nupkg|patch|pdf|php|png|ps1|rar|rb|rpm|sass|scss|sql|svg|swift|tar|tf|tgz|tmp|toml|ts|tsx|txt|vue|war|wasm|wav|webm|webp|whl|xls|xlsx|xml|xz|yaml|yml)$/i;
const USUAL_FILES =
  /^(?:readme|changelog|contributing|license|security|index|main|lib|mod|init|setup|conftest|manage|test|tests|app|install|build|run|deploy)\.(?:md|rs|py|sh|pl|cc|so)$/i;
// In running text, a dot doesn't make a host: "user.name", "Next.js".
const IN_A_SENTENCE =
  /^(?:com|org|net|edu|gov|mil|int|info|biz|io|dev|app|ai|co|cloud|online|site|shop|store|bank|example|test|de|uk|eu|fr|nl|ch|at|us|ru|cn|jp|br|in|xn--[a-z0-9-]+)$/i;

function looksLikeHost(host: string, isAlone: boolean): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return true;
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length < 2 || !labels.every((label) => /^[\p{L}\p{N}\p{M}_-]{1,63}$/u.test(label))) return false;
  if (labels.slice(-2).some((label) => label.includes("_"))) return false;
  if (!/^(?:xn--[a-z0-9-]+|\p{L}[\p{L}\p{M}]+)$/iu.test(last)) return false;
  return isAlone ? !FILES.test(last) && !USUAL_FILES.test(host) : IN_A_SENTENCE.test(last) || /[^\0-\x7f]/.test(last);
}

function ascii(host: string): string {
  const address = `http://${host}`;
  return safeHref(address) === null ? host : new URL(address).hostname;
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
