import { webUrl } from "@/lib/webhooks/format/json-object";
import { text } from "@/lib/webhooks/senders/described/filters";
import type { Fact } from "@/lib/webhooks/senders/plain/parts";
import type { Reading } from "@/lib/webhooks/senders/plain/reading";

const set = (words: string) => new Set(words.split(" "));

// Never a page that a reader would open.
const NO_PAGE = set(
  "avatar gravatar icon image logo thumbnail photo picture img api callback webhook hook unsubscribe",
);
// Pages of what surrounds the event.
const ELSEWHERE = set(
  "self user actor author sender owner account organization workspace docs documentation support home base site repository repo project customer profile server instance cancel delete manifest raw file download feed rss",
);
// The most likely first.
const FIRST =
  "html web permalink details event incident alert issue build job run ticket task order invoice dashboard console view public link url target page".split(
    " ",
  );
const LONGEST_READ = 300;

/** Returns the page of the event itself, and marks it as shown. */
export function linkOf(reading: Reading): string | undefined {
  let best: { fact: Fact; url: string; score: number } | undefined;
  for (const fact of [...reading.own, ...reading.things].flatMap(({ facts }) => facts)) {
    if (!canBeLink(fact)) continue;
    const score = scoreOf(fact);
    const url = best && best.score >= score ? undefined : webUrl(text(fact.value));
    if (url !== undefined) best = { fact, url, score };
  }
  reading.use(best?.fact);
  return best?.url;
}

/** Whether a value is a page for people: not an interface for programs, a picture or a file of a page. */
export function canBeLink({ words, last, value }: Fact): boolean {
  if (typeof value !== "string" || last === "id" || !/^https?:\/\//i.test(value)) return false;
  const start = value.slice(0, LONGEST_READ);
  if (/\/api\/|\/v2\/|\/\/([\w-]+\.)?api\.|\/\/api-|\.json$/.test(start)) return false;
  if (/\.(png|jpe?g|gif|svg|webp|ico|css|js)([?#]|$)/i.test(value.slice(-LONGEST_READ))) return false;
  return !words.some((each) => NO_PAGE.has(each));
}

function scoreOf({ words, value, part }: Fact): number {
  const rank = FIRST.findIndex((each) => words.includes(each));
  const isElsewhere = words.some((each) => ELSEWHERE.has(each));
  const isRoot = /^https?:\/\/[^/]*\/?$/i.test(`${value}`.slice(0, LONGEST_READ));
  return (
    (part.kind === "event" ? 40 : 35) +
    (rank < 0 ? 0 : 25 - rank) -
    part.depth -
    (isElsewhere ? 25 : 0) -
    (isRoot ? 20 : 0)
  );
}
