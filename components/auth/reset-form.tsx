"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { PasswordField } from "@/components/forms/password-field";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { paths } from "@/lib/paths";
import { AuthHeading } from "./auth-heading";

type ResetFormProps = { openLink: FormAction<{ email: string | null }>; setPassword: FormAction };

type LinkState = { state: "unknown" } | { state: "open"; email: string } | { state: "ended" } | { state: "used" };

/** A new password by a reset link. One that works no more says so before anything is typed. */
export function ResetForm({ openLink, setPassword }: ResetFormProps) {
  const [link, setLink] = useState<LinkState>({ state: "unknown" });

  useEffect(() => {
    let left = false;
    // What can't be asked now is told by the form when it is sent.
    openLink({ token: tokenHere() }).then(
      (result) => {
        if (left || !result.ok) return;
        const { email } = result.data;
        setLink(email === null ? { state: "ended" } : { state: "open", email });
      },
      () => undefined,
    );
    // Another link that is opened in this tab differs only behind the #, so the browser loads nothing by itself.
    const reload = () => window.location.reload();
    window.addEventListener("hashchange", reload);
    return () => {
      left = true;
      window.removeEventListener("hashchange", reload);
    };
  }, [openLink]);

  const form = useForm({
    fields: ["password"],
    send: ({ password }) => setPassword({ token: tokenHere(), password }),
    done: () => {
      // It is worth nothing any more, but needs not stand in the address either.
      window.history.replaceState(window.history.state, "", window.location.pathname);
      setLink({ state: "used" });
    },
  });

  if (link.state === "used") return <Done />;
  if (link.state === "ended") return <Ended />;
  return (
    <>
      <AuthHeading title="Choose a new password">It signs you out on every device where you are signed in.</AuthHeading>
      <Form state={form}>
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={link.state === "open" ? link.email : ""}
          readOnly
          hidden
        />
        <PasswordField label="New password" name="password" kind="new" error={form.errorOf("password")} />
        <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full">
          Set password
        </Button>
      </Form>
      <Ways />
    </>
  );
}

function Done() {
  return (
    <>
      <div role="status">
        <AuthHeading title="Your password is set">Sign in with it now.</AuthHeading>
      </div>
      <Link href={paths.login} className={buttonStyle("primary", "large", "w-full")}>
        Go to sign-in
      </Link>
    </>
  );
}

function Ended() {
  return (
    <>
      <div role="status">
        <AuthHeading title="This link doesn't work any more">
          A reset link works once, for an hour, until there is a newer one. Copy the whole link, or ask for a new one.
        </AuthHeading>
      </div>
      <Ways />
    </>
  );
}

function Ways() {
  return (
    <p className="mt-6 flex flex-wrap gap-x-4 text-sm">
      <Link href={paths.forgotPassword} className={wayStyle}>
        Ask for a new link
      </Link>
      <Link href={paths.login} className={wayStyle}>
        Back to signing in
      </Link>
    </p>
  );
}

const wayStyle = "inline-flex target-y items-center text-text-muted underline underline-offset-2 hover:text-text";

/** The token of the link that was opened. */
function tokenHere(): string {
  return window.location.hash.slice(1);
}
