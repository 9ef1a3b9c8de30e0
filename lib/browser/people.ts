import { useContext, useEffect, useLayoutEffect, useMemo } from "react";
import { paths } from "@/lib/paths";
import type { PersonFaceDto, StatusDto, StatusesDto } from "@/lib/users/dto";
import { ask, change, useKept, useKnown } from "./data";
import { RenderedContext } from "./rendered";
import { type Answer, request } from "./request";
import { store, useStore } from "./store";

// Nobody is asked for it: the page is rendered with it, and this person changes it here.
const MUTED = "muted people";
// What changes within this time of a page's rendering is next to nothing.
const SOON_MS = 10_000;
// The longest that a browser's timer waits is 24 days.
const LONGEST_MS = 86_400_000;

// By id, whose name or avatar has changed since the page was rendered.
const changed = store<ReadonlyMap<string, Pick<PersonFaceDto, "name" | "avatarUrl">>>(new Map());
let statusesAt = Date.now();

/** Somebody has another name, avatar or status: everything that shows them follows. */
export function changePerson({ userId, name, avatarUrl, status }: PersonFaceDto): void {
  changed.set(new Map(changed.get()).set(userId, { name, avatarUrl }));
  change<StatusesDto>(paths.api.statuses, (all) => withStatus(all, userId, status));
}

/** How this person is shown since they changed while the page was open, live; undefined if they haven't. */
export function useChangedPerson(userId: string | null): Pick<PersonFaceDto, "name" | "avatarUrl"> | undefined {
  return useStore(changed, (people) => people.get(userId ?? ""), undefined);
}

/** What this person is up to just now; null for nothing that they say. */
export function useStatus(userId: string | null): StatusDto | null {
  const { statuses } = useContext(RenderedContext);
  const of = (all: StatusesDto) => (userId !== null && Object.hasOwn(all, userId) && all[userId]) || null;
  return useKnown<StatusesDto, StatusDto | null>(paths.api.statuses, (all) => of(all ?? statuses), of(statuses));
}

/** The stream has opened again. What changed while it was closed is asked for. */
export function askStatuses(): void {
  if (Date.now() - statusesAt < SOON_MS) return;
  statusesAt = Date.now();
  ask(paths.api.statuses);
}

/** Ids of the people whom the reader has muted; the same set until that changes. */
export function useMutedPeople(): ReadonlySet<string> {
  const { mutedIds } = useContext(RenderedContext);
  const key = useKnown<string[], string>(MUTED, (ids) => keyOf(ids ?? mutedIds), keyOf(mutedIds));
  return useMemo(() => new Set(key === "" ? [] : key.split(" ")), [key]);
}

/** Shows a person as muted, or not any more. */
export function setMuted(userId: string, muted: boolean): void {
  change<string[]>(MUTED, (ids) => withMute(ids, userId, muted));
}

/** Keeps statuses and who is muted up to date: once, around all pages. */
export function useLivePeople(rendered: StatusesDto, mutedIds: string[]): void {
  useKept<StatusesDto>(paths.api.statuses, { rendered, load: loadStatuses });
  useKept(MUTED, { rendered: mutedIds });
  useLayoutEffect(() => {
    change(paths.api.statuses, () => rendered);
    change(MUTED, () => mutedIds);
  }, [rendered, mutedIds]);
  const statuses = useKnown<StatusesDto, StatusesDto>(paths.api.statuses, (now) => now ?? rendered, rendered);
  useEffect(() => {
    const wait = msUntilEnd(statuses, Date.now());
    if (wait === null) return;
    // A copy, so that a wait that was too long for one timer goes on with another.
    const end = () => change<StatusesDto>(paths.api.statuses, (all) => ({ ...withoutEnded(all, Date.now()) }));
    const timer = setTimeout(end, wait);
    return () => clearTimeout(timer);
  }, [statuses]);
}

/** The statuses with this person's as it is now; null is none. */
export function withStatus(all: StatusesDto, userId: string, status: StatusDto | null): StatusesDto {
  const { [userId]: _, ...others } = all;
  return status === null ? others : { ...others, [userId]: status };
}

/** Those that haven't ended. */
export function withoutEnded(all: StatusesDto, now: number): StatusesDto {
  return Object.fromEntries(
    Object.entries(all).filter(([, { endsAt }]) => endsAt === null || Date.parse(endsAt) > now),
  );
}

/** In how many milliseconds the next one ends, at most a day; null when none does. */
export function msUntilEnd(all: StatusesDto, now: number): number | null {
  const ends = Object.values(all).flatMap(({ endsAt }) => (endsAt === null ? [] : [Date.parse(endsAt) - now]));
  return ends.length === 0 ? null : Math.min(LONGEST_MS, Math.max(0, Math.min(...ends)));
}

/** The ids of those who are muted, with this one among them or not. */
export function withMute(ids: readonly string[], id: string, muted: boolean): string[] {
  const others = ids.filter((each) => each !== id);
  return muted ? [...others, id] : others;
}

function keyOf(ids: readonly string[]): string {
  return ids.toSorted().join(" ");
}

async function loadStatuses(address: string, signal: AbortSignal): Promise<Answer<StatusesDto>> {
  const answer = await request<{ statuses: StatusesDto }>(address, { signal });
  return answer.ok ? { ...answer, data: answer.data.statuses } : answer;
}
