import { type ReactNode, useId } from "react";

type SettingsSectionProps = { title: string; hint?: ReactNode; children: ReactNode };

/** A section of a settings page: its title and hint on one side, its settings on the other. */
export function SettingsSection({ title, hint, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-4 py-8 lg:grid-cols-[12rem_1fr]">
      <div>
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {hint && <p className="text-sm text-text-muted">{hint}</p>}
      </div>
      <div className="min-w-0 max-w-xl lg:max-w-none">{children}</div>
    </section>
  );
}
