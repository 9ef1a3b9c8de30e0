import { ownKey, readStored, writeStored } from "@/lib/browser/storage";

/** The skin tones: what is added to an emoji, and what it's called. The first one adds nothing. */
export const SKIN_TONES = [
  { tone: "", name: "Default skin tone" },
  { tone: "🏻", name: "Light skin tone" },
  { tone: "🏼", name: "Medium-light skin tone" },
  { tone: "🏽", name: "Medium skin tone" },
  { tone: "🏾", name: "Medium-dark skin tone" },
  { tone: "🏿", name: "Dark skin tone" },
] as const;

const KEY = "skin-tone";
const TONES_AND_SELECTORS = /[\u{1F3FB}-\u{1F3FF}]|\uFE0F/gu;

/** Returns what an emoji's variants have in common: itself without skin tones and selectors. */
export function toneless(emoji: string): string {
  return emoji.replace(TONES_AND_SELECTORS, "");
}

/** Returns the tone's name if the emoji has one: "medium skin tone". */
export function toneName(emoji: string): string | null {
  return SKIN_TONES.find(({ tone }) => tone !== "" && emoji.includes(tone))?.name.toLowerCase() ?? null;
}

/** Returns the skin tone chosen in this browser. */
export function ownTone(): string {
  const stored = readStored(ownKey(KEY));
  return SKIN_TONES.find(({ tone }) => tone === stored)?.tone ?? "";
}

/** Remembers the chosen skin tone. */
export function chooseTone(tone: string): void {
  writeStored(ownKey(KEY), tone === "" ? null : tone);
}
