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
