import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthHeading } from "@/components/auth/auth-heading";
import { LoginForm } from "@/components/auth/login-form";
import { currentUser } from "@/lib/auth/session";
import { paths } from "@/lib/paths";
import { workspaceName } from "@/lib/users/create-workspace";

export const metadata: Metadata = { title: "Sign in" };

/** Whoever is signed in already is sent on. */
export default async function LoginPage() {
  const name = await workspaceName();
  if (name === null) redirect(paths.setup);
  if (await currentUser()) redirect(paths.home);
  return (
    <>
      <AuthHeading title={`Sign in to ${name}`} />
      <LoginForm />
      <p className="mt-6 text-sm text-text-muted">No account yet? Ask somebody in the workspace for an invite link.</p>
    </>
  );
}
