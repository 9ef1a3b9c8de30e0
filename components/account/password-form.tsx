"use client";

import { useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toaster";

type PasswordFormProps = { email: string; changePassword: FormAction };

/** A new password. It ends every session; this browser gets a new one before anybody notices. */
export function PasswordForm(props: PasswordFormProps) {
  const [round, setRound] = useState(0);
  return <Fields key={round} {...props} changed={() => setRound(round + 1)} />;
}

function Fields({ email, changePassword, changed }: PasswordFormProps & { changed: () => void }) {
  const connection = useConnection();

  /** Changing the password ends this session and starts another: an open event stream would hear the end as a sign-out. */
  async function change(values: unknown): ReturnType<FormAction> {
    const resume = connection.pause();
    try {
      return await changePassword(values);
    } finally {
      resume();
    }
  }

  const form = useForm({
    fields: ["currentPassword", "newPassword"],
    send: change,
    done: () => {
      toast.success("Password changed", { description: "You are signed out everywhere else." });
      changed();
    },
  });
  return (
    <Form state={form}>
      <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        error={form.errorOf("currentPassword")}
      />
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 8 characters."
        error={form.errorOf("newPassword")}
      />
      <Button type="submit" variant="primary" busy={form.busy} className="self-start">
        Change password
      </Button>
    </Form>
  );
}
