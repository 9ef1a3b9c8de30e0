import { asText } from "@/lib/webhooks/interpret/described/filters";
import { type Fact, wordSet } from "@/lib/webhooks/interpret/plain/parts";
import type { PlainReading } from "@/lib/webhooks/interpret/plain/reading";
import { TEXTS } from "@/lib/webhooks/interpret/plain/title";
import { webUrl } from "@/lib/webhooks/payload/json-object";

// Never a page that a reader would open.
const NO_PAGE = wordSet(
  "avatar gravatar icon image logo thumbnail photo picture img api callback webhook hook unsubscribe redirect return clone download",
);
// Pages of what surrounds the event.
const ELSEWHERE = wordSet(
  "self user actor author sender owner account organization workspace docs documentation support home base site repository repo project customer profile origin referer referrer server instance cancel delete manifest raw file download feed rss",
);
// The most likely first.
const FIRST =
  "html web permalink details event incident alert issue build job run ticket task order invoice dashboard console view public link url target page".split(
    " ",
  );
const LONGEST_READ = 300;

/** Returns the page of the event itself, and marks it as shown. */
export function linkOf(reading: PlainReading): string | undefined {
  let best: { fact: Fact; url: string; score: number } | undefined;
  for (const fact of [...reading.own, ...reading.things].flatMap(({ facts }) => facts)) {
    const score = canBeLink(fact) ? scoreOf(fact) : 0;
    if (score <= 0) continue;
    const url = best && best.score >= score ? undefined : webUrl(asText(fact.value));
    if (url !== undefined) best = { fact, url, score };
  }
  reading.use(best?.fact);
  return best?.url ?? linkInText(reading) ?? linkOfProject(reading);
}

/** Returns the page of the repository or project that the event is in. */
function linkOfProject(reading: PlainReading): string | undefined {
  const project = reading.parts.find(({ words }) => /^(repository|repo|project)$/.test(words.join(" ")));
  const fact = project?.facts.find((each) => canBeLink(each) && scoreOf(each) > 0);
  reading.use(fact);
  return fact && webUrl(`${fact.value}`);
}

/** Returns the first address in the event's text. */
function linkInText(reading: PlainReading): string | undefined {
  for (const name of TEXTS) {
    for (const { part, value } of reading.named(name)) {
      const found = part.kind === "event" && typeof value === "string" ? IN_TEXT.exec(value.slice(0, 2_000)) : null;
      const url = found && webUrl(found[0]);
      if (url && canBeLink({ words: [], last: "", value: url, part })) return url;
    }
  }
  return undefined;
}

const IN_TEXT = /https?:\/\/[^\s"'<>()[\]]*[^\s"'<>()[\].,:;!?]/;

/** Whether a value is a page for people: not an interface for programs, a picture or a file of a page. */
export function canBeLink({ words, last, value }: Fact): boolean {
  if (typeof value !== "string" || last === "id" || !/^https?:\/\//i.test(value)) return false;
  const start = value.slice(0, LONGEST_READ);
  if (/\/api\/|\/v2\/|\/soap\/|\/callback\b|\/\/([\w-]+\.)?api\.|\/\/api-|\.json$/i.test(start)) return false;
  if (/\.(png|jpe?g|gif|svg|webp|ico|css|js|git|tgz|zip|gz|tar|exe)([?#]|$)/i.test(value.slice(-LONGEST_READ)))
    return false;
  return !words.some((each) => NO_PAGE.has(each));
}

// The front page of a site, perhaps in a language.
const FRONT_PAGE = /^https?:\/\/[^/]*(\/[a-z]{0,2})?\/?$/i;

/** Returns how likely it's the event's own page: 0 for the front page of something else. */
function scoreOf({ words, value, part }: Fact): number {
  const rank = FIRST.findIndex((each) => words.includes(each));
  const isElsewhere = words.some((each) => ELSEWHERE.has(each));
  const isFront = FRONT_PAGE.test(`${value}`.slice(0, LONGEST_READ));
  if (
    isFront &&
    (isElsewhere || part.kind !== "event" || !/^(url|link|site|website|page|host)$/.test(words.at(-1) ?? ""))
  )
    return 0;
  return (
    (part.kind === "event" ? 40 : 35) +
    (rank < 0 ? 0 : 25 - rank) -
    part.depth -
    (isElsewhere ? 25 : 0) -
    (isFront ? 20 : 0)
  );
}
