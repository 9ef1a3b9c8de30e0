// Which words of a text differ between texts about the same matter. Why: docs/decisions/storms.md

const WHO =
  "users?|username|login|account|customer|client|tenant|member|host|hostname|node|server|instance|machine|vm|device|switch|router|peer|benutzer|nutzer|kunde|kunden|knoten|rechner|gerät|utilisateur|hôte|serveur|nœud|usuario|cliente|servidor|nodo|utente|gebruiker|пользователь|пользователя|хост|хосте|сервер|сервере|узел|узле";
const OF =
  "for|of|by|on|from|to|at|in|with|against|für|von|vom|auf|bei|durch|an|dem|den|der|pour|de|du|l'|sur|par|para|por|en|el|del|su|da|voor|op|для|на|от|у";
const IS =
  "is|are|was|has|had|isn't|hasn't|cannot|can't|could|couldn't|did|didn't|failed|logged|exceeded|tried|ist|hat|wurde|kann|est|a|está|ha|è|не|недоступен";
const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{N}._@+-]*`;
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;

/** Names by the words around them; what comes before the name is kept. */
export const NAMES: readonly RegExp[] = [
  new RegExp(String.raw`()${START}${NAME}@[\p{L}\p{N}.-]+\.[\p{L}]{2,}${END}`, "giu"),
  new RegExp(`()${START}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}${END}`, "giu"),
  // A MAC or IPv6 address, or a time.
  /()(?<![\p{L}\p{N}])(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![\p{L}\p{N}])/giu,
  /()(?<![\p{L}\p{N}])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\p{L}\p{N}])/giu,
  /()(?<![\p{L}\p{N}])@[\p{L}\p{N}][\p{L}\p{N}._-]*/giu,
  /([/\\](?:home|users|u)[/\\])[^/\\\s]+/giu,
  // "on branch feature/login".
  /((?<![\p{L}\p{N}])(?:branch|tag|ref)\s+)[^\s,;:)]+/giu,
  // "for user bob".
  new RegExp(String.raw`${START}((?:${OF})\s+(?:the\s+)?(?:${WHO})\s+)${NAME}`, "giu"),
  // "(user bob)".
  new RegExp(String.raw`([(,;]\s*(?:${WHO})\s+)${NAME}(?=\s*(?:[),;]|$))`, "giu"),
  // "Tenant acme: quota exceeded".
  new RegExp(String.raw`^((?:${WHO})\s+)${NAME}(?=\s*:)`, "giu"),
  // "User bob is locked".
  new RegExp(String.raw`${START}((?:${WHO})\s+)${NAME}(?=\s+(?:${IS})${END})`, "giu"),
  // "host=web", "(user: bob)".
  new RegExp(
    String.raw`${START}((?:${WHO}|ip|addr|address|pod|id|uid|email|mail|ref|order|trace|request|session|ticket)\s*[=:]\s*)${NAME}`,
    "giu",
  ),
  // "on db.internal.example.com".
  new RegExp(String.raw`${START}((?:on|from|auf|von|sur|en|op|на)\s+)[a-z0-9-]+(?:\.[a-z0-9-]+){2,}${END}`, "giu"),
];

const UNITS = new Set(
  "ms s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days w week weeks b kb mb gb tb kib mib gib tib bytes byte k am pm utc gmt cet cest z c f eur usd gbp chf jpy ki mi gi rpm rps qps iops bps kbps mbps gbps core cores times x percent prozent sekunde sekunden minute minuten stunde stunden tag tagen tage heure heures jour jours seconde secondes hora horas minuto minutos segundo segundos día días сек мин час часов минут секунд дней".split(
    " ",
  ),
);
const DAYS = new Set(
  "jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday januar februar märz mai juni juli oktober dezember".split(
    " ",
  ),
);

/** Whether the token is a number, such as "93" or "1.5". */
export function isNumber(token: string): boolean {
  return /^\p{N}[\p{N}.]*$/u.test(token);
}

/** Whether the token only says what the number next to it counts, or is part of a date. */
export function isUnit(token: string, before: string, after: string): boolean {
  const word = token.toLowerCase();
  if (UNITS.has(word) && (isNumber(before) || (before === "*" && word.length > 1))) return true;
  const inDate = (other: string) => /\p{N}/u.test(other) || DAYS.has(other.toLowerCase());
  return DAYS.has(word) && (inDate(before) || inDate(after));
}

// Words that have digits, but aren't ids.
const WORDS = new Set(
  "s3 ec2 k8s http2 http3 oauth2 ipv4 ipv6 utf8 utf-8 sha1 sha256 sha512 base64 log4j x509 l2 l3 l4 l7 p50 p75 p90 p95 p99 md5 h2 b2b b2c e2e 2fa mfa mp3 mp4 h264 route53 db2 neo4j n8n ntp4 i18n web3 tls1 win32 x86 x64 arm64 amd64 python3 java8 co2 pm2 pm10 3d 2d 4xx 5xx 3xx 2xx".split(
    " ",
  ),
);

// What runs many instances under its own name, each with a suffix.
const WORKLOADS = new Set(
  "pod pods deployment statefulset daemonset replicaset cronjob job container service workload app task".split(" "),
);

// Kubernetes' suffixes may have no digit; they never have vowels.
const CONSONANTS = /^[bcdfghjklmnpqrstvwxz]{5,10}$/;
const MIXED = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{4,10}$/;
const COUNTED = /^[a-z]+\d+$/;

/** Returns what a token has in common with others in its place, in lower case: "*" if it's an id, a number or a host. */
export function wordPattern(token: string, owners: readonly string[]): string {
  const word = token.toLowerCase().replace(/’/g, "'");
  if (WORDS.has(word)) return word;
  const parts = word.split("-");
  const base = baseOf(parts);
  const own = parts.slice(0, base).filter((part) => !/\p{N}/u.test(part));
  if (own.length > 0) return [...own, "*"].join("-");
  if (!/\p{N}/u.test(word)) return isRandom(token) ? "*" : word;
  if (owners.some((owner) => WORKLOADS.has(owner.toLowerCase()))) {
    const name = word.split(/[-_.]/).filter((part) => part !== "" && !/\p{N}/u.test(part));
    if (name.length > 0) return [...name, "*"].join("-");
  }
  return "*";
}

/** Returns how many of a pod's parts are its workload's name: 1 of "web-7f9c4d-x2k9p". 0 if it isn't a pod. */
function baseOf(parts: readonly string[]): number {
  const [hash = "", last = ""] = parts.slice(-2);
  const isSuffix = (part: string) => MIXED.test(part) || CONSONANTS.test(part);
  if (!isSuffix(last)) return 0;
  const isHash = isSuffix(hash) || /^\d{6,10}$/.test(hash);
  // A host's parts are numbered, such as "eu1-web02".
  if (parts.length > 2 && isHash) return COUNTED.test(hash) && COUNTED.test(last) ? 0 : parts.length - 2;
  return parts.length > 1 && last.length === 5 && MIXED.test(last) && !COUNTED.test(last) ? parts.length - 1 : 0;
}

// Hexadecimal or base64 that happens to have no digit.
function isRandom(token: string): boolean {
  return (
    /^[0-9a-f]{8,}$/i.test(token) ||
    (token.length >= 20 && /^[A-Za-z]+$/.test(token) && turns(token) > token.length / 3)
  );
}

/** How often upper and lower case take turns. */
function turns(token: string): number {
  return [...token.matchAll(/[a-z][A-Z]|[A-Z][a-z]/g)].length;
}
