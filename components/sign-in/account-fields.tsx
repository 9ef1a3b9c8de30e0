import { TextField } from "@/components/ui/controls/text-field";
import { PasswordField } from "@/components/ui/forms/password-field";

type AccountField = "name" | "email" | "password";

/** The fields of a new account. */
export function AccountFields({ errorOf }: { errorOf: (field: AccountField) => string | null }) {
  return (
    <>
      <TextField label="Your name" name="name" autoComplete="name" required error={errorOf("name")} />
      <EmailField error={errorOf("email")} />
      <PasswordField label="Password" name="password" kind="new" error={errorOf("password")} />
    </>
  );
}

/** The email address that an account is known by. Password managers keep it as the user name. */
export function EmailField({ error }: { error: string | null }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  );
}
