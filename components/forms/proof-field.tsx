import { PasswordField } from "./password-field";

/** The form's field "proof", in which an owner proves that it's them. */
export function ProofField({ error }: { error: string | null }) {
  return (
    <PasswordField
      label="Password or code"
      name="proof"
      kind="current"
      hint="Your own password, a code from your authenticator app, or a recovery code. Leave it empty if you sign in with single sign-on."
      error={error}
    />
  );
}
