import { withTone } from "@/lib/messages/emoji/table/skin-tone";
import { SKIN_TONES } from "./skin-tone";

const HAND = "✋";
const button =
  "flex items-center justify-center rounded-md text-xl hover:bg-surface-hover focus-visible:-outline-offset-2";

/** Shows the chosen skin tone, and opens the choice. */
export function ToneButton({ tone, open, onPress }: { tone: string; open: boolean; onPress: () => void }) {
  const { name } = SKIN_TONES.find((each) => each.tone === tone) ?? SKIN_TONES[0];
  return (
    <button
      type="button"
      aria-label={`Skin tone: ${name}`}
      aria-expanded={open}
      title="Skin tone"
      onClick={onPress}
      className={`${button} size-9 shrink-0 aria-expanded:bg-surface-hover pointer-coarse:size-11`}
    >
      {withTone(HAND, tone)}
    </button>
  );
}

/** The choice of a skin tone, in place of the categories. */
export function SkinTones({ tone, onChoose }: { tone: string; onChoose: (tone: string) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label="Skin tone"
      className="flex h-9 shrink-0 border-border border-b px-2 pointer-coarse:h-11"
    >
      {SKIN_TONES.map((each) => (
        <button
          key={each.name}
          type="button"
          aria-label={each.name}
          aria-pressed={each.tone === tone}
          title={each.name}
          onClick={() => onChoose(each.tone)}
          className={`${button} flex-1 aria-pressed:bg-surface-selected`}
        >
          {withTone(HAND, each.tone)}
        </button>
      ))}
    </div>
  );
}
