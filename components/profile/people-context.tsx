"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import { late } from "@/components/ui/late";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import type { StatusDto, StatusesDto } from "@/lib/users/dto";

// The longest that a browser's timer waits is 24 days.
const LONGEST_MS = 86_400_000;

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

/** Mutes a person at once, or lets them be heard again, and says so with a way back. */
type MutePerson = (person: { id: string; name: string }, muted: boolean) => void;

type Mutes = { muted: ReadonlySet<string>; mute: MutePerson };

const Statuses = createContext<StatusesDto>({});
const MutesContext = createContext<Mutes>({ muted: new Set(), mute: () => {} });

const SOON_MS = 10_000;

const muting = late(() => import("./mute"));

/** Lets everything below it know what people are up to just now, and whom the reader has muted, as it changes. */
export function PeopleProvider({ statuses, mutedIds, children }: PeopleProviderProps) {
  return (
    <Statuses value={useLiveStatuses(statuses)}>
      <MutesContext value={useMutes(mutedIds)}>{children}</MutesContext>
    </Statuses>
  );
}

/** What this person is up to just now; null for nothing that they say. */
export function useStatus(userId: string | null): StatusDto | null {
  const statuses = useContext(Statuses);
  return (userId !== null && Object.hasOwn(statuses, userId) && statuses[userId]) || null;
}

/** Ids of the people whom the reader has muted, the same set until that changes; and what changes it. */
export function useMutedPeople(): Mutes {
  return useContext(MutesContext);
}

type PeopleProviderProps = { statuses: StatusesDto; mutedIds: string[]; children: ReactNode };

function useLiveStatuses(rendered: StatusesDto): StatusesDto {
  const connection = useConnection();
  const [statuses, setStatuses] = useState(rendered);
  const [before, setBefore] = useState(rendered);
  if (before !== rendered) {
    setBefore(rendered);
    // A page that is rendered anew mostly says the same, and then nothing is shown anew.
    if (JSON.stringify(rendered) !== JSON.stringify(statuses)) setStatuses(rendered);
  }
  useEffect(() => {
    let readAt = Date.now();
    return connection.listen((event) => {
      if (event.type === "person") setStatuses((all) => withStatus(all, event.userId, event.status));
      // What changed while the stream was closed isn't told again. One that opens soon after they were read has missed next to nothing.
      if (event.type !== "ready" || Date.now() - readAt < SOON_MS) return;
      readAt = Date.now();
      void loadStatuses().then((loaded) => loaded && setStatuses(loaded));
    });
  }, [connection]);
  useEffect(() => {
    const wait = msUntilEnd(statuses, Date.now());
    if (wait === null) return;
    // A copy, so that a wait that was too long for one timer goes on with another.
    const timer = setTimeout(() => setStatuses((all) => ({ ...withoutEnded(all, Date.now()) })), wait);
    return () => clearTimeout(timer);
  }, [statuses]);
  return statuses;
}

async function loadStatuses(): Promise<StatusesDto | null> {
  const answer = await request<{ statuses: StatusesDto }>(paths.api.statuses);
  return answer.ok ? answer.data.statuses : null;
}

function useMutes(rendered: string[]): Mutes {
  const [ids, setIds] = useState(rendered);
  const [before, setBefore] = useState(rendered);
  if (before !== rendered) {
    setBefore(rendered);
    setIds(rendered);
  }
  const mute = useCallback<MutePerson>((person, on) => {
    const set = (muted: boolean) => setIds((all) => withMute(all, person.id, muted));
    // At once, because the focus goes to what then stands for the message.
    set(on);
    const author = { name: person.name, url: paths.api.mutePerson(person.id) };
    void muting.load().then((part) => (part ? part.mute(author, on, set) : set(!on)));
  }, []);
  const key = ids.toSorted().join(" ");
  const muted = useMemo(() => new Set(key === "" ? [] : key.split(" ")), [key]);
  return useMemo(() => ({ muted, mute }), [muted, mute]);
}
