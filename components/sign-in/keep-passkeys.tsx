import type { ReactNode } from "react";
import { Time } from "@/components/ui/time/time";
import type { OwnPasskeyDto } from "@/lib/people/dto";

type KeepPasskeysProps = {
  passkeys: readonly OwnPasskeyDto[];
  /** The ids of the passkeys to keep. */
  kept: readonly string[];
  change: (kept: readonly string[]) => void;
  hint: ReactNode;
};

/** Lets you choose the passkeys to keep when you set a new password. */
export function KeepPasskeys({ passkeys, kept, change, hint }: KeepPasskeysProps) {
  const toggle = (id: string) => change(kept.includes(id) ? kept.filter((each) => each !== id) : [...kept, id]);
  return (
    <fieldset aria-describedby="kept-passkeys-hint" className="min-w-0">
      <legend className="font-medium text-sm">Passkeys to keep</legend>
      <p id="kept-passkeys-hint" className="mt-1 text-sm text-text-muted">
        {hint}
      </p>
      <ul className="mt-2 divide-y rounded-xl border">
        {passkeys.map(({ id, name, ...passkey }) => (
          <li key={id}>
            <label className="flex cursor-pointer items-start gap-3 px-3.5 py-2.5 hover:bg-surface-hover">
              <input
                type="checkbox"
                checked={kept.includes(id)}
                onChange={() => toggle(id)}
                aria-label={`Keep passkey ${name}`}
                aria-describedby={`passkey-${id}`}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block break-words text-sm">{name}</span>
                <span id={`passkey-${id}`} className="block text-text-muted text-xs">
                  <PasskeyUse {...passkey} />
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** When a passkey was added and last used. */
export function PasskeyUse({ createdAt, lastUsedAt }: Pick<OwnPasskeyDto, "createdAt" | "lastUsedAt">) {
  return (
    <>
      Added <Time at={createdAt} format="relative" className="min-w-0!" />
      {lastUsedAt ? (
        <>
          , last used <Time at={lastUsedAt} format="relative" className="min-w-0!" />
        </>
      ) : (
        ", not used yet"
      )}
    </>
  );
}
