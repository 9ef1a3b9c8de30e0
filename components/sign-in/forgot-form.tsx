"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { paths } from "@/lib/text/paths";
import { EmailField } from "./account-fields";
import { AuthHeading } from "./auth-heading";

/** Asks for a reset link by email. The confirmation doesn't reveal whether the address has an account. */
export function ForgotForm({ mailReset }: { mailReset: FormAction }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    fields: ["email"],
    send: async ({ email }) => {
      const result = await mailReset({ email });
      return result.ok ? { ok: true, data: email.trim() } : result;
    },
    done: setSentTo,
  });
  return (
    <>
      <div role="status">
        {sentTo === null ? (
          <AuthHeading title="Forgot your password?">
            Enter your account's email address, and we'll send you a link to choose a new one.
          </AuthHeading>
        ) : (
          <AuthHeading title="Check your email">
            If {sentTo} has an account here, we've sent it a link. It works once and expires in an hour. Didn't get it?
            Check your spam folder, or ask an owner or admin for a reset link.
          </AuthHeading>
        )}
      </div>
      {sentTo === null && (
        <Form state={form} isPage>
          <EmailField error={form.errorOf("email")} />
          <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full">
            Email me a link
          </Button>
        </Form>
      )}
      <Link
        href={paths.login}
        className={buttonStyle(sentTo === null ? "ghost" : "secondary", "medium", "mt-4 w-full")}
      >
        Back to sign-in
      </Link>
    </>
  );
}
