"use client";

import { Button } from "@/components/ui/controls/button";
import { Form } from "@/components/ui/forms/form";
import { PasswordField } from "@/components/ui/forms/password-field";
import { useForm } from "@/components/ui/forms/use-form";
import { leaveFor, linkWith } from "./sign-in";

/** Asks for the account's password, links the single sign-on login to it, and signs in. */
export function LinkLoginForm({ email }: { email: string }) {
  const form = useForm({
    fields: ["password"],
    send: async ({ password }) => {
      if (!password) return { ok: false, error: "Enter the password.", field: "password" };
      const result = await linkWith({ password });
      return result.ok ? result : { ...result, field: "password" };
    },
    done: leaveFor,
  });
  return (
    <Form state={form} isPage>
      <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField label="Password" name="password" kind="current" error={form.errorOf("password")} />
      <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full">
        Link and continue
      </Button>
    </Form>
  );
}
