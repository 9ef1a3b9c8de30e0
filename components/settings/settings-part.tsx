import { type ReactNode, useId } from "react";

type SettingsPartProps = { title: string; hint?: string; children: ReactNode };

/** One setting of several in a `SettingsSection`, under its own heading. */
export function SettingsPart({ title, hint, children }: SettingsPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h3 id={id} className="font-medium text-sm">
          {title}
        </h3>
        {hint && <p className="text-sm text-text-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
