"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import type { FormAction } from "@/components/ui/forms/form-action";
import { KeyRound } from "@/components/ui/icons/more-icons";
import type { FormResult } from "@/lib/text/form-result";
import { leaveFor, type StepAnswer, signInWith } from "./sign-in";

type PasskeyButtonProps = {
  /** Requests the challenge that the passkey signs. */
  begin: FormAction<PublicKeyCredentialRequestOptionsJSON>;
  /** Receives the signed response. */
  finish?: (answer: StepAnswer) => Promise<FormResult<string>>;
  variant?: "primary" | "secondary";
};

/** Signs in with a passkey, or completes the second step with one. */
export function PasskeyButton({ begin, finish = signInWith, variant = "secondary" }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function use(): Promise<void> {
    setBusy(true);
    setError(null);
    const result = await sign(begin, finish).catch(() => ({ ok: false as const, error: UNUSED }));
    if (result.ok) await leaveFor(result.data);
    else setError(result.error);
    setBusy(false);
  }

  return (
    <div className="flex flex-col gap-4">
      <Button variant={variant} size="large" busy={busy} className="w-full" onClick={() => void use()}>
        <KeyRound aria-hidden="true" />
        Use a passkey
      </Button>
      {error && <Banner tone="danger">{error}</Banner>}
    </div>
  );
}

const UNUSED = "No passkey was used. Try again, or sign in another way.";
const UNSUPPORTED = "Passkeys need HTTPS and a browser that supports them. Sign in another way.";

async function sign(
  begin: PasskeyButtonProps["begin"],
  finish: (answer: StepAnswer) => Promise<FormResult<string>>,
): Promise<FormResult<string>> {
  const { browserSupportsWebAuthn, startAuthentication } = await import("@simplewebauthn/browser");
  if (!browserSupportsWebAuthn()) return { ok: false, error: UNSUPPORTED };
  const options = await begin({});
  if (!options.ok) return options;
  const answer = await startAuthentication({ optionsJSON: options.data });
  return finish({ passkey: JSON.stringify(answer) });
}
