"use client";

import type { KeyboardEvent } from "react";
import { Clock, Hash, type IconComponent, Smile } from "@/components/ui/icons/icons";
import { Apple, Flag, Hand, Lightbulb, PawPrint, Plane, Star, Trophy } from "@/components/ui/icons/more-icons";
import type { EmojiSection } from "./emoji";

const icons: Record<string, IconComponent> = {
  "Frequently used": Clock,
  Custom: Star,
  "Smileys and Emotion": Smile,
  "People and Body": Hand,
  "Animals and Nature": PawPrint,
  "Food and Drink": Apple,
  "Travel and Places": Plane,
  Activities: Trophy,
  Objects: Lightbulb,
  Symbols: Hash,
  Flags: Flag,
};

/** Buttons that scroll to a category. Left and Right move between them, and Tab reaches the current one. */
export function Categories({ sections, current, onChoose }: CategoriesProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    const beside = step > 0 ? event.target.nextElementSibling : event.target.previousElementSibling;
    if (beside instanceof HTMLElement) beside.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label="Categories"
      onKeyDown={onKeyDown}
      className="flex h-9 shrink-0 border-border border-b px-2 pointer-coarse:h-11"
    >
      {sections.map(({ name }, at) => {
        const Icon = icons[name] ?? Smile;
        return (
          <button
            key={name}
            type="button"
            tabIndex={at === current ? 0 : -1}
            aria-label={name}
            aria-current={at === current ? "true" : undefined}
            disabled={current === null}
            title={name}
            onClick={() => onChoose(at)}
            className="relative flex flex-1 items-center justify-center rounded-md text-text-muted after:absolute after:inset-x-1 after:-bottom-px after:h-0.5 after:rounded-full enabled:hover:text-text disabled:opacity-55 focus-visible:-outline-offset-2 aria-[current]:text-accent aria-[current]:after:bg-accent"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        );
      })}
    </div>
  );
}

type CategoriesProps = {
  sections: readonly EmojiSection[];
  /** The index of the category at the top; null while searching. */
  current: number | null;
  onChoose: (section: number) => void;
};
