import { PasswordField } from "./password-field";

/** The form's field "proof", in which an owner proves that it's them. */
export function ProofField({ error }: { error: string | null }) {
  return (
    <PasswordField
      label="Password or code"
      name="proof"
      kind="current"
      hint="Yours. A recovery code works, too. Leave it empty if you use single sign-on."
      error={error}
    />
  );
}
