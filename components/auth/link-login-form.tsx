"use client";

import { Form } from "@/components/forms/form";
import { PasswordField } from "@/components/forms/password-field";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
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
