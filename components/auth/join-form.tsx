"use client";

import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { AccountFields } from "./account-fields";
import { enter } from "./sign-in";

/** Makes an account by an invite, and enters. */
export function JoinForm({ code, workspaceName, join }: { code: string; workspaceName: string; join: FormAction }) {
  const form = useForm({
    fields: ["name", "email", "password"],
    send: async (values) => {
      const result = await join({ code, ...values });
      return result.ok ? { ok: true, data: values } : result;
    },
    done: enter,
  });
  return (
    <Form state={form}>
      <AccountFields errorOf={form.errorOf} />
      <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full min-w-0">
        <span className="min-w-0 truncate">Join {workspaceName}</span>
      </Button>
    </Form>
  );
}
