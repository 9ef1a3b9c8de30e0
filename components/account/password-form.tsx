"use client";

import { useState } from "react";
import { KeepPasskeys } from "@/components/sign-in/keep-passkeys";
import { Button } from "@/components/ui/controls/button";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { PasswordField } from "@/components/ui/forms/password-field";
import { useForm } from "@/components/ui/forms/use-form";
import { toast } from "@/components/ui/overlays/toaster";
import { connection } from "@/lib/browser/events";
import type { OwnPasskeyDto } from "@/lib/people/dto";

type PasswordFormProps = {
  email: string;
  /** False for people who joined with single sign-on and have yet to set a password. */
  hasPassword: boolean;
  passkeys: readonly OwnPasskeyDto[];
  changePassword: FormAction;
  setPassword: FormAction;
};

/** Sets a new password. That ends every session; this browser gets a new one immediately. */
export function PasswordForm(props: PasswordFormProps) {
  const [round, setRound] = useState(0);
  return <Fields key={round} {...props} changed={() => setRound(round + 1)} />;
}

function Fields(props: PasswordFormProps & { changed: () => void }) {
  const { email, hasPassword, passkeys, changePassword, setPassword, changed } = props;
  // Tracks those to remove, so that a passkey added while the page is open is kept.
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const kept = passkeys.map(({ id }) => id).filter((id) => !leftOut.includes(id));

  /** Pauses the event stream: the new password ends this session, which the stream would take for a sign-out. */
  async function change(values: Record<string, string>): ReturnType<FormAction> {
    const resume = connection.pause();
    try {
      return await (hasPassword ? changePassword({ ...values, keepPasskeys: kept }) : setPassword(values));
    } finally {
      resume();
    }
  }

  const form = useForm({
    fields: ["currentPassword", "newPassword"],
    send: change,
    done: () => {
      toast.success(hasPassword ? "Password changed" : "Password set", {
        description: "You've been signed out everywhere else.",
      });
      changed();
    },
  });
  return (
    <Form state={form}>
      <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label="Current password"
          name="currentPassword"
          kind="current"
          error={form.errorOf("currentPassword")}
        />
      )}
      <PasswordField label="New password" name="newPassword" kind="new" error={form.errorOf("newPassword")} />
      {passkeys.length > 0 && (
        <KeepPasskeys
          passkeys={passkeys}
          kept={kept}
          change={(ids) => setLeftOut(passkeys.map(({ id }) => id).filter((id) => !ids.includes(id)))}
          hint="Uncheck any you don't recognize. They'll be removed when you change your password."
        />
      )}
      <Button type="submit" variant="primary" busy={form.busy} className="self-start">
        {hasPassword ? "Change password" : "Set password"}
      </Button>
    </Form>
  );
}
