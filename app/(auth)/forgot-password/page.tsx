import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthHeading } from "@/components/auth/auth-heading";
import { ForgotForm } from "@/components/auth/forgot-form";
import { buttonStyle } from "@/components/ui/button-style";
import { currentUser } from "@/lib/auth/session";
import { sendsMail } from "@/lib/mail/send-mail";
import { paths } from "@/lib/paths";
import { workspaceName } from "@/lib/users/create-workspace";
import { mailReset } from "./actions";

export const metadata: Metadata = { title: "Forgot password" };

/**
 * Explains how to reset a forgotten password: by a mailed link, or through an owner or admin if no mail server is
 * set.
 */
export default async function ForgotPasswordPage() {
  if ((await workspaceName()) === null) redirect(paths.setup);
  if (await currentUser()) redirect(paths.account);
  if (sendsMail()) return <ForgotForm mailReset={mailReset} />;
  return (
    <>
      <AuthHeading title="Forgot your password?">
        Ask an owner or admin for a reset link. They can create one from the People page, in the menu next to your name.
      </AuthHeading>
      <p className="mb-6 text-sm text-text-muted">
        Are you the only owner? Run this on the Parley server with your email address to print a reset link:
        <code className="mt-2 block overflow-x-auto rounded-md bg-surface-sunken px-3 py-2 font-mono text-text text-xs">
          npm start -- reset-link you@example.com
        </code>
      </p>
      <Link href={paths.login} className={buttonStyle("secondary", "medium", "w-full")}>
        Back to sign-in
      </Link>
    </>
  );
}
