import { withTone } from "./skin-tone";
import { EMOJI_TABLE, type TableEmoji } from "./table";

/** The longest name that anyone uses, with its skin tones. */
export const LONGEST_NAME = 80;

const byName = new Map(
  [...EMOJI_TABLE.values()].flat().flatMap((each) => each.names.map((name) => [name, each] as const)),
);

// Slack's ":wave::skin-tone-3:", Discord's ":wave_tone2:" and Mattermost's ":wave_medium_light_skin_tone:". People who hold
// hands may have two.
const TONE = "_(?:tone[1-5]|(?:light|medium_light|medium|medium_dark|dark)_skin_tone)";
const TONED = new RegExp(`^(.+?)(${TONE})(${TONE})?$`);
const SLACK_TONE = /^skin-tone-([2-6])(?:-([2-6]))?$/;
const TONES: Record<string, string> = {
  light: "🏻",
  medium_light: "🏼",
  medium: "🏽",
  medium_dark: "🏾",
  dark: "🏿",
};
const INDEXES = Object.values(TONES);

/**
 * Returns the emoji with this shortcode in Slack, Mattermost, Discord or GitHub, without its colons; undefined if there is
 * none. `tone` is Slack's second shortcode, such as "skin-tone-3". A tone that the emoji can't have is left out.
 */
export function emojiNamed(name: string, tone?: string): string | undefined {
  const known = byName.get(name) ?? byName.get(name.replace(/^large_/, ""));
  if (known !== undefined)
    return toned(
      known,
      SLACK_TONE.exec(tone ?? "")
        ?.slice(1)
        .map((n) => INDEXES[Number(n) - 2]),
    );
  const parts = TONED.exec(name);
  const base = byName.get(parts?.[1] ?? "");
  return base === undefined ? undefined : toned(base, parts?.slice(2).map(toneOf));
}

function toneOf(suffix: string | undefined): string | undefined {
  const [, index, words = ""] = /^_(?:tone(\d)|(\w+)_skin_tone)$/.exec(suffix ?? "") ?? [];
  return index === undefined ? TONES[words] : INDEXES[Number(index) - 1];
}

function toned(
  { emoji, hasTones }: TableEmoji,
  [tone = "", other = tone]: readonly (string | undefined)[] = [],
): string {
  return hasTones ? withTone(emoji, tone, other) : emoji;
}
