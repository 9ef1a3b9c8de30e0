"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { leaveFor, signInWith } from "./sign-in";

/** The code that an account asks for besides its password: the app's, or a recovery code in place of it. */
export function SecondStepForm({ app }: { app: boolean }) {
  const [recovers, setRecovers] = useState(!app);
  const form = useForm({
    fields: ["code"],
    send: async ({ code }) => {
      if (!code.trim()) return { ok: false, error: "Enter the code.", field: "code" };
      const result = await signInWith({ code });
      return result.ok ? result : { ...result, field: "code" };
    },
    done: leaveFor,
  });
  return (
    <Form state={form}>
      <TextField
        label="Code"
        name="code"
        // Its own element for each kind, because a phone doesn't change the keyboard of a field that has the focus.
        key={recovers ? "recovery" : "app"}
        autoComplete={recovers ? "off" : "one-time-code"}
        inputMode={recovers ? "text" : "numeric"}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        hint={recovers ? "One of your recovery codes. Each works once." : "Six digits, from your authenticator app."}
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
