import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { AuthHeading } from "@/components/sign-in/auth-heading";
import { LinkLoginForm } from "@/components/sign-in/link-login-form";
import { SecondStepForm } from "@/components/sign-in/second-step-form";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { accountToLink } from "@/lib/people/sign-in/identities";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { secondStepOf } from "@/lib/people/two-step/second-step";
import { env } from "@/lib/process/env";
import { accountPaths } from "@/lib/text/account-paths";
import { paths, withParameters } from "@/lib/text/paths";
import { requestBaseUrl } from "@/lib/web/http";
import { currentUser } from "@/lib/web/session";
import { pendingLink, stepToken } from "@/lib/web/sign-in/sign-in-cookies";
import { beginPasskeyStep } from "../actions";

export const metadata: Metadata = { title: "Link your account" };

/** Links a single sign-on login to an existing account, with the account's password and second step as proof. */
export default async function LinkLoginPage() {
  const { oidc } = env;
  if (!oidc) notFound();
  const [pending, user] = await Promise.all([pendingLink(), currentUser()]);
  const account = pending && (await accountToLink(pending));
  const back = user ? accountPaths.security : paths.login;
  if (!pending || !account || (user && user.id !== pending.userId)) {
    redirect(withParameters(back, { problem: "unfinished" }));
  }
  const step = await secondStepOf(await stepToken(), relyingParty(await requestBaseUrl()), "link-login");
  if (step?.userId === pending.userId) {
    return (
      <>
        <AuthHeading title="One more step">
          {`${step.app ? "Enter a code" : "Use your passkey"} to link ${oidc.name} to your account ${account.email}.`}
        </AuthHeading>
        <SecondStepForm
          step={{ app: step.app, passkey: step.passkey }}
          purpose="link"
          beginPasskey={beginPasskeyStep}
        />
        <Cancel href={back} />
      </>
    );
  }
  const login = pending.email ? `${oidc.name} (${pending.email})` : oidc.name;
  return (
    <>
      <AuthHeading title="Link your account">
        {user
          ? `Enter the password for ${account.email} to link it to ${login}.`
          : `${account.email} already has an account here. Enter its password once; after that, you can sign in with ${oidc.name}.`}
      </AuthHeading>
      <LinkLoginForm email={account.email} />
      <Cancel href={back} />
    </>
  );
}

function Cancel({ href }: { href: string }) {
  return (
    <Link href={href} className={buttonStyle("ghost", "medium", "mt-2 w-full")}>
      Cancel
    </Link>
  );
}
