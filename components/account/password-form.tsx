"use client";

import { useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { PasswordField } from "@/components/forms/password-field";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";

type PasswordFormProps = {
  email: string;
  /** Who came by single sign-on may have none: they set their first one. */
  hasPassword: boolean;
  changePassword: FormAction;
  setPassword: FormAction;
};

/** A new password. It ends every session; this browser gets a new one before anybody notices. */
export function PasswordForm(props: PasswordFormProps) {
  const [round, setRound] = useState(0);
  return <Fields key={round} {...props} changed={() => setRound(round + 1)} />;
}

function Fields(props: PasswordFormProps & { changed: () => void }) {
  const { email, hasPassword, changePassword, setPassword, changed } = props;
  const connection = useConnection();

  /** Changing the password ends this session and starts another: an open event stream would hear the end as a sign-out. */
  async function change(values: unknown): ReturnType<FormAction> {
    const resume = connection.pause();
    try {
      return await (hasPassword ? changePassword : setPassword)(values);
    } finally {
      resume();
    }
  }

  const form = useForm({
    fields: ["currentPassword", "newPassword"],
    send: change,
    done: () => {
      toast.success(hasPassword ? "Password changed" : "Password set", {
        description: "You are signed out everywhere else.",
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
      <Button type="submit" variant="primary" busy={form.busy} className="self-start">
        {hasPassword ? "Change password" : "Set password"}
      </Button>
    </Form>
  );
}
