import { TextField } from "@/components/ui/text-field";

type AccountField = "name" | "email" | "password";

/** What everybody tells of themselves when they make an account. */
export function AccountFields({ errorOf }: { errorOf: (field: AccountField) => string | null }) {
  return (
    <>
      <TextField label="Your name" name="name" autoComplete="name" required error={errorOf("name")} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errorOf("email")}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 8 characters."
        error={errorOf("password")}
      />
    </>
  );
}
