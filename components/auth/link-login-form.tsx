"use client";

import { Form } from "@/components/forms/form";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { request } from "@/lib/browser/request";
import type { FormResult } from "@/lib/forms/dto";
import { paths } from "@/lib/paths";
import { leaveFor } from "./sign-in";

/** The password of an account, which links it to a login at the provider of single sign-on; then it is entered. */
export function LinkLoginForm({ email }: { email: string }) {
  const form = useForm({ fields: ["password"], send: link, done: ({ to }) => leaveFor(to) });
  return (
    <Form state={form}>
      <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={form.errorOf("password")}
      />
      <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full">
        Link and continue
      </Button>
    </Form>
  );
}

async function link(body: { password: string }): Promise<FormResult<{ to: string }>> {
  const answer = await request<{ to: string }>(paths.api.identities, { method: "POST", body });
  if (answer.ok) return answer;
  return {
    ok: false,
    error: answer.error ?? "That didn't work. Check your connection and try again.",
    field: "password",
  };
}
