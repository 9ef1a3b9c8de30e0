import { type Embed, STATE_TONES, type StateTone, type Tone } from "@/lib/messages/dto";

/** The color of each tone, for Discord's format, older instances and readers of the API. */
export const TONE_COLORS: Readonly<Record<StateTone, number>> = {
  good: 0x1a7f37,
  bad: 0xcf222e,
  warning: 0xbf8700,
  progress: 0x0969da,
  done: 0x8250df,
  none: 0x6e7781,
};

/** Returns whether Parley made the card of facts, and so its title too. */
export function isMadeOfFacts(embed: Embed | undefined): boolean {
  return embed?.card?.subject !== undefined;
}

/** Returns whether a card that Parley made says that its matter ended well: by its state, or else its color. */
export function isGood(embed: Embed | undefined): boolean {
  const state = embed?.card?.state;
  return state ? state.tone === "good" : embed?.color === TONE_COLORS.good;
}

/** Returns whether a state in this tone can be open, so that something that follows ends it. */
export function canBeOpen(tone: StateTone | undefined): boolean {
  return tone === "bad" || tone === "warning";
}

/**
 * Returns the tone of a color by its hue. Senders choose colors freely, so anything that isn't plainly red, amber or
 * green says nothing.
 */
export function toneOf(color: number | undefined): Tone {
  if (typeof color !== "number") return "neutral";
  const [red, green, blue] = [16, 8, 0].map((bits) => (color >> bits) & 0xff) as [number, number, number];
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (most < 64 || range / most < 0.35) return "neutral";
  const sector =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const hue = sector * 60;
  if (hue < 18 || hue >= 335) return "danger";
  if (hue < 65) return "warning";
  return hue < 175 ? "success" : "neutral";
}

const STATE_TONE_OF: Readonly<Record<Tone, StateTone>> = {
  danger: "bad",
  warning: "warning",
  success: "good",
  neutral: "none",
};

/** Returns what a sender's color says of a state: the tone that Parley itself gives this color, or else by its hue. */
export function stateToneOf(color: number | undefined): StateTone {
  const own = STATE_TONES.find((tone) => TONE_COLORS[tone] === color);
  return own ?? STATE_TONE_OF[toneOf(color)];
}
