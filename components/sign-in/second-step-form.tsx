"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/text-field";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import type { SecondStepDto } from "@/lib/people/two-step/dto";
import type { FormResult } from "@/lib/text/form-result";
import { PasskeyButton } from "./passkey-button";
import { leaveFor, linkWith, signInWith } from "./sign-in";

type SecondStepFormProps = {
  step: SecondStepDto;
  /** Whether the step signs in or links a login. */
  purpose: "sign-in" | "link";
  beginPasskey: FormAction<PublicKeyCredentialRequestOptionsJSON>;
};

/** The second step, with every method the account has. */
export function SecondStepForm({ step: { app, passkey }, purpose, beginPasskey }: SecondStepFormProps) {
  const finish = purpose === "link" ? linkWith : signInWith;
  return (
    <div className="flex flex-col gap-4">
      {passkey && !app && <PasskeyButton begin={beginPasskey} finish={finish} variant="primary" />}
      <CodeForm app={app} finish={finish} />
      {passkey && app && <PasskeyButton begin={beginPasskey} finish={finish} />}
    </div>
  );
}

type CodeFormProps = { app: boolean; finish: (answer: { code: string }) => Promise<FormResult<string>> };

/** Asks for a code from the app, or a recovery code instead. */
function CodeForm({ app, finish }: CodeFormProps) {
  const [recovers, setRecovers] = useState(!app);
  const form = useForm({
    fields: ["code"],
    send: async ({ code }) => {
      if (!code.trim()) return { ok: false, error: "Enter the code.", field: "code" };
      const result = await finish({ code });
      return result.ok ? result : { ...result, field: "code" };
    },
    done: leaveFor,
  });
  return (
    <Form state={form}>
      <TextField
        label="Code"
        name="code"
        // A separate element for each kind, because a phone doesn't change the keyboard of a focused field.
        key={recovers ? "recovery" : "app"}
        autoComplete={recovers ? "off" : "one-time-code"}
        inputMode={recovers ? "text" : "numeric"}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        hint={recovers ? "One of your recovery codes. Each works once." : "The six digits from your authenticator app."}
        error={form.errorOf("code")}
      />
      <Button type="submit" variant={app ? "primary" : "secondary"} size="large" busy={form.busy} className="w-full">
        Continue
      </Button>
      {app && (
        <Button variant="ghost" className="-mt-1 self-center" onClick={() => setRecovers(!recovers)}>
          {recovers ? "Use the authenticator app" : "Use a recovery code"}
        </Button>
      )}
    </Form>
  );
}
