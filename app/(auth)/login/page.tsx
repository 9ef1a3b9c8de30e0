import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthHeading } from "@/components/sign-in/auth-heading";
import { ForgetKept } from "@/components/sign-in/forget-kept";
import { LoginForm, SsoLogin } from "@/components/sign-in/login-form";
import { PasskeyButton } from "@/components/sign-in/passkey-button";
import { Link } from "@/components/ui/controls/link";
import { workspaceName } from "@/lib/people/create-workspace";
import { sayProblemOf } from "@/lib/people/sign-in/sso-rules";
import { env } from "@/lib/process/env";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { currentUser, restrictedUser } from "@/lib/web/session";
import { beginPasskeySignIn } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

type LoginPageProps = { searchParams: Promise<{ problem?: string | string[] }> };

/** The sign-in page; redirects people who are already signed in. With single sign-on, the password comes second. */
export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { oidc } = env;
  const name = await workspaceName();
  if (name === null) redirect(signInPaths.setup);
  if (await currentUser()) redirect(paths.home);
  if (await restrictedUser()) redirect(signInPaths.setUpTwoStep);
  return (
    <>
      <AuthHeading title={`Sign in to ${name}`} />
      {oidc ? (
        <SsoLogin name={oidc.name} problem={sayProblemOf((await searchParams).problem, oidc.name)} />
      ) : (
        <LoginForm />
      )}
      <p className="mt-4 text-center text-sm">
        <Link
          href={signInPaths.forgotPassword}
          className="inline-flex target-y items-center text-text-muted underline underline-offset-2 hover:text-text"
        >
          Forgot password?
        </Link>
      </p>
      <p
        aria-hidden="true"
        className="my-4 flex items-center gap-3 text-sm text-text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border"
      >
        or
      </p>
      <PasskeyButton begin={beginPasskeySignIn} />
      <ForgetKept />
      <p className="mt-6 text-sm text-text-muted">
        {oidc && oidc.allowedDomains.length > 0
          ? `New here? Continue with ${oidc.name}, or ask a teammate for an invite link.`
          : "New here? Ask a teammate for an invite link."}
      </p>
    </>
  );
}
