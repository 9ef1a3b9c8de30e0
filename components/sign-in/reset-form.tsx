"use client";

import { useEffect, useState } from "react";
import { KeepPasskeys } from "@/components/sign-in/keep-passkeys";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { PasswordField } from "@/components/ui/forms/password-field";
import { useForm } from "@/components/ui/forms/use-form";
import type { ResetOfferDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { AuthHeading } from "./auth-heading";

type ResetFormProps = { openLink: FormAction<{ offer: ResetOfferDto | null }>; setPassword: FormAction };

type LinkState = { state: "unknown" | "ended" | "used" } | { state: "open"; offer: ResetOfferDto };

/** Sets a new password with a reset link. An expired link shows an error right away. */
export function ResetForm({ openLink, setPassword }: ResetFormProps) {
  const [link, setLink] = useState<LinkState>({ state: "unknown" });
  // The link alone doesn't prove who you are: a passkey that isn't selected may be an intruder's.
  const [kept, setKept] = useState<readonly string[]>([]);

  useEffect(() => {
    let left = false;
    // If this fails, the form shows the error when it's submitted.
    openLink({ token: tokenHere() }).then(
      (result) => {
        if (left || !result.ok) return;
        const { offer } = result.data;
        setLink(offer === null ? { state: "ended" } : { state: "open", offer });
      },
      () => undefined,
    );
    // Another link opened in this tab differs only after the #, so the browser doesn't reload the page.
    const reload = () => window.location.reload();
    window.addEventListener("hashchange", reload);
    return () => {
      left = true;
      window.removeEventListener("hashchange", reload);
    };
  }, [openLink]);

  const form = useForm({
    fields: ["password"],
    send: ({ password }) => setPassword({ token: tokenHere(), password, keepPasskeys: kept }),
    done: () => {
      // The token no longer works. Remove it from the address bar.
      window.history.replaceState(window.history.state, "", window.location.pathname);
      setLink({ state: "used" });
    },
  });

  if (link.state === "used") return <Done />;
  if (link.state === "ended") return <Ended />;
  return (
    <>
      <AuthHeading title="Choose a new password">You'll be signed out on all your devices.</AuthHeading>
      <Form state={form} isPage>
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={link.state === "open" ? link.offer.email : ""}
          readOnly
          hidden
        />
        <PasswordField label="New password" name="password" kind="new" error={form.errorOf("password")} />
        {link.state === "open" && <Passkeys offer={link.offer} kept={kept} setKept={setKept} />}
        <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full">
          Set password
        </Button>
      </Form>
      <Ways />
    </>
  );
}

type PasskeysProps = { offer: ResetOfferDto; kept: readonly string[]; setKept: (kept: readonly string[]) => void };

function Passkeys({ offer: { passkeys, hasApp }, kept, setKept }: PasskeysProps) {
  if (passkeys.length === 0) return null;
  return (
    <>
      <KeepPasskeys
        passkeys={passkeys}
        kept={kept}
        change={setKept}
        hint="Select the passkeys you recognize. The others will be removed, because someone else may have added them."
      />
      <p role="status" className="text-sm text-text-muted empty:hidden">
        {kept.length === 0 && !hasApp && (
          <>
            You aren't keeping any passkeys, so you'll need a recovery code to sign in next time. If you don't have one,
            ask an owner or admin to reset your two-step sign-in.
          </>
        )}
      </p>
    </>
  );
}

function Done() {
  return (
    <>
      <div role="status">
        <AuthHeading title="Your password is set">You can now sign in with it.</AuthHeading>
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
        <AuthHeading title="This link no longer works">
          Reset links work once, expire after an hour, and are replaced when you get a new one. Make sure you copied the
          whole link, or ask for a new one.
        </AuthHeading>
      </div>
      <div className="flex flex-col gap-2">
        <Link href={signInPaths.forgotPassword} className={buttonStyle("primary", "medium", "w-full")}>
          Ask for a new link
        </Link>
        <Link href={paths.login} className={buttonStyle("secondary", "medium", "w-full")}>
          Back to sign-in
        </Link>
      </div>
    </>
  );
}

function Ways() {
  return (
    <p className="mt-6 flex flex-wrap gap-x-4 text-sm">
      <Link href={signInPaths.forgotPassword} className={wayStyle}>
        Ask for a new link
      </Link>
      <Link href={paths.login} className={wayStyle}>
        Back to sign-in
      </Link>
    </p>
  );
}

const wayStyle = "inline-flex target-y items-center text-text-muted underline underline-offset-2 hover:text-text";

/** Returns the reset link's token. */
function tokenHere(): string {
  return window.location.hash.slice(1);
}
