import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import type { NotificationSettingsDto, Pause, PauseDto } from "@/lib/people/notifications/dto";
import {
  isPaused,
  isSilenced,
  type QuietHours,
  type SilenceSettings,
  tomorrowMorning,
} from "@/lib/people/notifications/silence";

type Row = {
  showTexts: boolean;
  paused: boolean;
  pausedUntil: Date | null;
  quietFrom: number | null;
  quietTo: number | null;
  quietDays: number[];
  quietZone: string;
};

type Settings = SilenceSettings & { showTexts: boolean };

/** The defaults. */
export const USUAL: Settings = { showTexts: true, paused: false, pausedUntil: null, quiet: null };

const MINUTE_MS = 60_000;

/** Returns these people's settings. Those with defaults have no entry. */
export async function settingsOf(userIds: readonly bigint[]): Promise<Map<bigint, Settings>> {
  const rows = await db().notificationSettings.findMany({ where: { userId: { in: [...userIds] } } });
  return new Map(rows.map((row) => [row.userId, toSettings(row)]));
}

/** Returns whether this person's notifications are silenced now. */
export async function isSilencedNow(user: SessionUser): Promise<boolean> {
  return isSilenced(await settingsFor(user), new Date());
}

/** Returns whether this person paused notifications, and until when. */
export async function pauseOf(user: SessionUser): Promise<PauseDto> {
  return toPause(await settingsFor(user));
}

/** Returns this person's settings, for their own pages. */
export async function notificationSettings(user: SessionUser): Promise<NotificationSettingsDto> {
  const settings = await settingsFor(user);
  const { showTexts, quiet } = settings;
  const quietHours = quiet && { ...quiet, from: clock(quiet.from), to: clock(quiet.to), days: [...quiet.days] };
  return { showTexts, pause: toPause(settings), quietHours };
}

/** Pauses notifications, starting now. */
export async function setPause(user: SessionUser, pause: Pause, timeZone: string): Promise<PauseDto> {
  const now = new Date();
  const until = {
    "30m": after(now, 30),
    "1h": after(now, 60),
    tomorrow: tomorrowMorning(now, timeZone),
    on: null,
    off: null,
  };
  const chosen = { paused: pause !== "off", pausedUntil: until[pause] };
  await change(user, chosen);
  return toPause({ ...chosen, quiet: null });
}

/** Sets a person's quiet hours, or none. */
export async function setQuietHours(user: SessionUser, quiet: QuietHours | null): Promise<void> {
  await change(
    user,
    quiet === null
      ? { quietFrom: null, quietTo: null }
      : { quietFrom: quiet.from, quietTo: quiet.to, quietDays: [...quiet.days], quietZone: quiet.timeZone },
  );
}

/** Sets whether pushes show message text. */
export async function setShowTexts(user: SessionUser, showTexts: boolean): Promise<void> {
  await change(user, { showTexts });
}

async function change(user: SessionUser, data: Partial<Row>): Promise<void> {
  const userId = user.id;
  await asPerson(user, (tx) =>
    tx.notificationSettings.upsert({ where: { userId }, create: { userId, ...data }, update: data }),
  );
  publish({ kind: "user", userId });
}

async function settingsFor({ id }: SessionUser): Promise<Settings> {
  return (await settingsOf([id])).get(id) ?? USUAL;
}

function toSettings({ showTexts, paused, pausedUntil, quietFrom, quietTo, quietDays, quietZone }: Row): Settings {
  const quiet =
    quietFrom === null || quietTo === null
      ? null
      : { from: quietFrom, to: quietTo, days: quietDays, timeZone: quietZone };
  return { showTexts, paused, pausedUntil, quiet };
}

function toPause(settings: SilenceSettings): PauseDto {
  const paused = isPaused(settings, new Date());
  return { paused, until: (paused && settings.pausedUntil?.toISOString()) || null };
}

function after(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

function clock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((number) => `${number}`.padStart(2, "0")).join(":");
}
