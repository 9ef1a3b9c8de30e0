/** How long one can be left alone from now on; `off` ends it. */
export const PAUSES = ["30m", "1h", "tomorrow", "on", "off"] as const;

export type Pause = (typeof PAUSES)[number];

/** Whether somebody wants to be left alone just now: `until` is ISO 8601, null until they turn it off. */
export type PauseDto = { paused: boolean; until: string | null };

/** When somebody is left alone each day, as the clock in `timeZone` shows it: "22:00" to "07:00" on the days (1 is Monday) on which it begins. */
export type QuietHoursDto = { from: string; to: string; days: number[]; timeZone: string };

/** What a person has chosen of how they are notified. */
export type NotificationSettingsDto = { showTexts: boolean; pause: PauseDto; quietHours: QuietHoursDto | null };
