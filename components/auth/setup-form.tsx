"use client";

import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { AccountFields } from "./account-fields";
import { enter } from "./sign-in";

/** Makes the workspace and its owner, and enters. Who opens it from another machine proves by a code that they run this install. */
export function SetupForm({ setUp, asksCode }: { setUp: FormAction; asksCode: boolean }) {
  const form = useForm({
    fields: ["code", "workspaceName", "name", "email", "password"],
    send: async (values) => {
      const result = await setUp(values);
      return result.ok ? { ok: true, data: values } : result;
    },
    done: enter,
  });
  return (
    <Form state={form}>
      {asksCode && (
        <TextField
          label="Setup code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          hint="Printed where Parley was started."
          error={form.errorOf("code")}
        />
      )}
      <TextField
        label="Workspace name"
        name="workspaceName"
        autoComplete="organization"
        required
        error={form.errorOf("workspaceName")}
      />
      <AccountFields errorOf={form.errorOf} />
      <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full">
        Create workspace
      </Button>
    </Form>
  );
}
