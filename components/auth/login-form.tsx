"use client";

import { Form } from "@/components/forms/form";
import { PasswordField } from "@/components/forms/password-field";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { EmailField } from "./account-fields";
import { leaveFor, signInWith } from "./sign-in";

/** Email and password. The server does not say which of the two is wrong, so that nobody learns who has an account. */
export function LoginForm() {
  const form = useForm({
    fields: ["email", "password"],
    send: async (values) => {
      if (!values.email.trim()) return { ok: false, error: "Enter your email address.", field: "email" };
      if (!values.password) return { ok: false, error: "Enter your password.", field: "password" };
      return signInWith(values);
    },
    done: leaveFor,
  });
  return (
    <Form state={form}>
      <EmailField error={form.errorOf("email")} />
      <PasswordField label="Password" name="password" kind="current" error={form.errorOf("password")} />
      <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full">
        Sign in
      </Button>
    </Form>
  );
}
