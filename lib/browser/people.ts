import { useContext, useEffect, useLayoutEffect, useMemo } from "react";
import type { PersonFaceDto, StatusDto, StatusesDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { ask, change, useKept, useKnown } from "./data";
import { RenderedContext } from "./rendered";
import { type Answer, request } from "./request";
import { store, useStore } from "./store";

// Never requested: the page is rendered with it, and this browser changes it.
const MUTED = "muted people";
// Changes this soon after rendering are negligible.
const SOON_MS = 10_000;
// Browser timers wait at most 24 days.
const LONGEST_MS = 86_400_000;

type ChangedPerson = Pick<PersonFaceDto, "name" | "avatarUrl" | "gone">;

// By id, people whose name or avatar changed since the page was rendered, or who were deleted.
const changed = store<ReadonlyMap<string, ChangedPerson>>(new Map());
let statusesAt = Date.now();

/** Applies a person's new name, avatar or status everywhere. */
export function changePerson({ userId, status, ...face }: PersonFaceDto): void {
  changed.set(new Map(changed.get()).set(userId, face));
  change<StatusesDto>(paths.api.statuses, (all) => withStatus(all, userId, status));
}

/** Returns a person's name and avatar if they changed while the page was open, live; else undefined. */
export function useChangedPerson(userId: string | null): ChangedPerson | undefined {
  return useStore(changed, undefined, (people) => people.get(userId ?? ""));
}

/** Returns a person's current status; null if they have none. */
export function useStatus(userId: string | null): StatusDto | null {
  const { statuses } = useContext(RenderedContext);
  const of = (all: StatusesDto) => (userId !== null && Object.hasOwn(all, userId) && all[userId]) || null;
  return useKnown<StatusesDto, StatusDto | null>(paths.api.statuses, (all) => of(all ?? statuses), of(statuses));
}

/** Loads statuses and custom emoji again after the stream reconnects. */
export function askStatuses(): void {
  if (Date.now() - statusesAt < SOON_MS) return;
  statusesAt = Date.now();
  ask(paths.api.statuses);
  ask(paths.api.emoji);
}

/** Returns the ids of muted people; the same set until that changes. */
export function useMutedPeople(): ReadonlySet<string> {
  const { mutedIds } = useContext(RenderedContext);
  const key = useKnown<string[], string>(MUTED, (ids) => keyOf(ids ?? mutedIds), keyOf(mutedIds));
  return useMemo(() => new Set(key === "" ? [] : key.split(" ")), [key]);
}

/** Shows a person as muted or unmuted. */
export function setPersonMuted(userId: string, muted: boolean): void {
  change<string[]>(MUTED, (ids) => withMute(ids, userId, muted));
}

/** Keeps statuses and mutes up to date. Used once, around all pages. */
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
    // A copy, so that a wait longer than one timer allows starts another one.
    const end = () => change<StatusesDto>(paths.api.statuses, (all) => ({ ...withoutEnded(all, Date.now()) }));
    const timer = setTimeout(end, wait);
    return () => clearTimeout(timer);
  }, [statuses]);
}

/** Returns the statuses with this person's new one; null removes it. */
export function withStatus(all: StatusesDto, userId: string, status: StatusDto | null): StatusesDto {
  const { [userId]: _, ...others } = all;
  return status === null ? others : { ...others, [userId]: status };
}

/** Returns the statuses that haven't ended. */
export function withoutEnded(all: StatusesDto, now: number): StatusesDto {
  return Object.fromEntries(
    Object.entries(all).filter(([, { endsAt }]) => endsAt === null || Date.parse(endsAt) > now),
  );
}

/** Returns the milliseconds until the next status ends, at most a day; null if none does. */
export function msUntilEnd(all: StatusesDto, now: number): number | null {
  const ends = Object.values(all).flatMap(({ endsAt }) => (endsAt === null ? [] : [Date.parse(endsAt) - now]));
  return ends.length === 0 ? null : Math.min(LONGEST_MS, Math.max(0, Math.min(...ends)));
}

/** Returns the ids with this one added or removed. */
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
