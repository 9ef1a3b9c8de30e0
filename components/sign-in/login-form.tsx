"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import { Form } from "@/components/ui/forms/form";
import { PasswordField } from "@/components/ui/forms/password-field";
import { useForm } from "@/components/ui/forms/use-form";
import { ChevronRight } from "@/components/ui/icons/icons";
import { request } from "@/lib/browser/request";
import type { FormResult } from "@/lib/text/form-result";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { EmailField } from "./account-fields";
import { leaveFor, signInWith } from "./sign-in";

/** Goes to the single sign-on provider. A form, so that presses before hydration count. */
export function SsoButton(props: Pick<ComponentProps<typeof Button>, "variant" | "size" | "className" | "children">) {
  const form = useForm({ fields: [], send: begin, done: ({ url }) => leaveFor(url) });
  return (
    <Form state={form}>
      <Button {...props} type="submit" busy={form.busy} />
    </Form>
  );
}

async function begin(): Promise<FormResult<{ url: string }>> {
  const token = await request<{ csrfToken: string }>(signInPaths.csrf);
  const body = token.ok ? { csrfToken: token.data.csrfToken } : {};
  const begun = token.ok ? await request<{ url: string }>(signInPaths.ssoStart, { method: "POST", body }) : token;
  if (begun.ok) return begun;
  return { ok: false, error: begun.error ?? "Sign-in is temporarily unavailable. Try again in a moment." };
}

/** Single sign-on: its error, its button, and the password form as a fallback. */
export function SsoLogin({ name, problem }: { name: string; problem: string | null }) {
  return (
    <div className="flex flex-col gap-4">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <SsoButton variant="primary" size="large" className="w-full min-w-0">
        <span className="min-w-0 truncate">Continue with {name}</span>
      </SsoButton>
      <details className="group">
        <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1 rounded-md text-sm text-text-muted hover:text-text pointer-coarse:min-h-11">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          Sign in with a password
        </summary>
        <div className="pt-3">
          <LoginForm />
        </div>
      </details>
    </div>
  );
}

/** Email and password. Errors don't reveal which of the two is wrong, or who has an account. */
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
    <Form state={form} isPage>
      <EmailField error={form.errorOf("email")} />
      <PasswordField label="Password" name="password" kind="current" error={form.errorOf("password")} />
      <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full">
        Sign in
      </Button>
    </Form>
  );
}
