"use client";

import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { AccountFields } from "./account-fields";
import { enter } from "./sign-in-after";

/** Makes the workspace and its owner, and enters. */
export function SetupForm({ setUp }: { setUp: FormAction }) {
  const form = useForm({
    fields: ["workspaceName", "name", "email", "password"],
    send: async (values) => {
      const result = await setUp(values);
      return result.ok ? { ok: true, data: values } : result;
    },
    done: enter,
  });
  return (
    <Form state={form}>
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
