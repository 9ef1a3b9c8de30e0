/** How long to pause notifications; `off` ends the pause. */
export const PAUSES = ["30m", "1h", "tomorrow", "on", "off"] as const;

export type Pause = (typeof PAUSES)[number];

/** Whether notifications are paused. `until` is ISO 8601, or null until turned off. */
export type PauseDto = { paused: boolean; until: string | null };

/** Quiet hours, in `timeZone`: from "22:00" to "07:00", on the days (1 is Monday) on which they start. */
export type QuietHoursDto = { from: string; to: string; days: number[]; timeZone: string };

/** A person's notification settings. */
export type NotificationSettingsDto = { showTexts: boolean; pause: PauseDto; quietHours: QuietHoursDto | null };
