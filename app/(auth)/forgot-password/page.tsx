import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { AuthHeading } from "@/components/sign-in/auth-heading";
import { ForgotForm } from "@/components/sign-in/forgot-form";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { ChevronRight } from "@/components/ui/icons/icons";
import { sendsMail } from "@/lib/network/mail/send-mail";
import { workspaceName } from "@/lib/people/create-workspace";
import { accountPaths } from "@/lib/text/account-paths";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { currentUser } from "@/lib/web/session";
import { mailReset } from "./actions";

export const metadata: Metadata = { title: "Forgot password" };

const RESET_COMMAND = "npm start -- reset-link you@example.com";

/**
 * Explains how to reset a forgotten password: by a mailed link, or through an owner or admin if no mail server is
 * set.
 */
export default async function ForgotPasswordPage() {
  if ((await workspaceName()) === null) redirect(signInPaths.setup);
  if (await currentUser()) redirect(accountPaths.security);
  if (sendsMail()) return <ForgotForm mailReset={mailReset} />;
  return (
    <>
      <AuthHeading title="Forgot your password?">Ask an owner or admin for a reset link.</AuthHeading>
      <ol className="mb-6 flex flex-col gap-3 text-sm">
        <Step number={1}>
          They open <strong className="font-medium">People</strong> and choose{" "}
          <strong className="font-medium">Create a reset link</strong> in the menu next to your name.
        </Step>
        <Step number={2}>They send you the link. It works once and expires in an hour.</Step>
        <Step number={3}>You open it and choose a new password.</Step>
      </ol>
      <details className="group mb-6 rounded-xl border px-3.5 py-2.5 text-sm">
        <summary className="flex cursor-pointer list-none items-center gap-1 rounded-md font-medium">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          Are you the only owner?
        </summary>
        <p className="mt-2 text-text-muted">
          Run this on the Parley server, with your email address. It prints a reset link.
        </p>
        <code className="mt-2 block overflow-x-auto rounded-md bg-surface-sunken px-3 py-2 font-mono text-text text-xs">
          {RESET_COMMAND}
        </code>
      </details>
      <Link href={paths.login} className={buttonStyle("secondary", "medium", "w-full")}>
        Back to sign-in
      </Link>
    </>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="flex size-5 shrink-0 items-center justify-center rounded-full bg-surface-selected font-semibold text-xs tabular-nums"
      >
        {number}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
