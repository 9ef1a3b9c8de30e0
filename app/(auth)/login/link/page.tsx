import type { Metadata } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import { AuthHeading } from "@/components/auth/auth-heading";
import { LinkLoginForm } from "@/components/auth/link-login-form";
import { buttonStyle } from "@/components/ui/button-style";
import { pendingLink } from "@/lib/auth/pending-link";
import { currentUser } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { paths, withParameters } from "@/lib/paths";
import { accountToLink } from "@/lib/users/identities";

export const metadata: Metadata = { title: "Link your account" };

/** Where somebody comes from the provider of single sign-on whose login isn't linked yet: their account's password links it, once. */
export default async function LinkLoginPage() {
  const { oidc } = env;
  if (!oidc) notFound();
  const [pending, user] = await Promise.all([pendingLink(), currentUser()]);
  const account = pending && (await accountToLink(pending));
  const back = user ? paths.account : paths.login;
  if (!pending || !account || (user && user.id !== pending.userId)) {
    redirect(withParameters(back, { problem: "unfinished" }));
  }
  const login = pending.email ? `${oidc.name} (${pending.email})` : oidc.name;
  return (
    <>
      <AuthHeading title="Link your account">
        {user
          ? `Enter the password of your account ${account.email} to link it to your login at ${login}.`
          : `There is an account ${account.email} here already. Enter its password this once; from then on ${oidc.name} lets you in.`}
      </AuthHeading>
      <LinkLoginForm email={account.email} />
      <Link href={back} className={buttonStyle("ghost", "medium", "mt-2 w-full")}>
        Cancel
      </Link>
    </>
  );
}
