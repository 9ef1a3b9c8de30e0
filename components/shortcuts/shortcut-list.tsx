import { KeyCaps } from "@/components/keyboard/key-caps";
import { type Shortcut, shortcutGroups } from "./shortcuts";

/** All shortcuts, by where they work. */
export function ShortcutList() {
  return (
    <section
      aria-label="Shortcuts"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the screen must be scrolled by keyboard.
      tabIndex={0}
      className="flex flex-col gap-6 rounded-md focus-visible:outline-offset-6"
    >
      {shortcutGroups.map((group) => (
        <Group key={group.where} {...group} />
      ))}
    </section>
  );
}

function Group({ where, shortcuts }: { where: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={where}>
      <h3 className="pb-1 font-medium text-sm text-text-muted">{where}</h3>
      <dl className="divide-y">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2 text-sm">
            <dt>{does}</dt>
            <dd className="shrink-0">
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
