"use client";

import type { ComponentProps } from "react";
import { Form } from "@/components/forms/form";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { request } from "@/lib/browser/request";
import type { FormResult } from "@/lib/forms/dto";
import { paths } from "@/lib/paths";
import { leaveFor } from "./sign-in";

/** Leads to the provider of single sign-on. It is a form, so that a press counts also before the page is awake. */
export function SsoButton(props: Pick<ComponentProps<typeof Button>, "variant" | "size" | "className" | "children">) {
  const form = useForm({ fields: [], send: begin, done: ({ url }) => leaveFor(url) });
  return (
    <Form state={form}>
      <Button {...props} type="submit" busy={form.busy} />
    </Form>
  );
}

async function begin(): Promise<FormResult<{ url: string }>> {
  const token = await request<{ csrfToken: string }>(paths.api.csrf);
  const body = token.ok ? { csrfToken: token.data.csrfToken } : {};
  const begun = token.ok ? await request<{ url: string }>(paths.api.ssoStart, { method: "POST", body }) : token;
  if (begun.ok) return begun;
  return { ok: false, error: begun.error ?? "Signing in is not possible just now. Try again in a moment." };
}
