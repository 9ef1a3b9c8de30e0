import { request } from "@/lib/browser/request";
import type { MentionableDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { matchesName } from "./match";
import type { Suggestion } from "./suggestion";

/** As many as the server answers at most: fewer are all there are. */
const FULL = 20;
// Keys that are pressed faster than this are asked for together.
const PAUSE_MS = 120;

type Suggest = (query: string, isWanted: () => boolean) => Promise<Suggestion[]>;

/** Suggests the people of a channel and its workspace. Answers are kept for as long as what is returned. */
export function peopleOf(channelId: string): Suggest {
  const known = new Map<string, MentionableDto[]>();
  const load = async (query: string, isWanted: () => boolean) => {
    const enough = [...known].find(
      ([asked, found]) => asked === query || (query.startsWith(asked) && found.length < FULL),
    );
    if (enough) return enough[1];
    if (query !== "") await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (!isWanted()) return [];
    const answer = await request<{ people: MentionableDto[] }>(paths.api.mentionable(channelId, query));
    if (!answer.ok) return [];
    known.set(query, answer.data.people);
    return answer.data.people;
  };
  return async (query, isWanted) => {
    const people = await load(query, isWanted);
    return [
      ...people
        .filter(({ name }) => matchesName(name, query))
        .map((person): Suggestion => ({ kind: "person", ...person }))
        .sort((a, b) => Number(isOutside(a)) - Number(isOutside(b))),
      ...everyone.filter(({ name }) => matchesName(name, query)),
    ];
  };
}

const everyone = [
  { kind: "everyone", name: "everyone" },
  { kind: "everyone", name: "here" },
] as const satisfies Suggestion[];

function isOutside(suggestion: Suggestion): boolean {
  return suggestion.kind === "person" && !suggestion.member;
}
