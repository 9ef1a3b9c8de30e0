"use client";

import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/text-field";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { AccountFields } from "./account-fields";
import { enter } from "./sign-in";

/**
 * Creates the workspace and its owner, and signs in. `asksCode` asks visitors from other machines for a setup code, to
 * prove that they run this install. It's after the # in the link that `npm start` prints.
 */
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
    <Form state={form} isPage>
      {asksCode && (
        <TextField
          ref={fillFromLink}
          label="Setup code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          hint="Parley printed it when it started."
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

function fillFromLink(field: HTMLInputElement): () => void {
  const fill = () => {
    const code = window.location.hash.slice(1);
    if (code !== "") field.value = code;
  };
  fill();
  // If the page is already open, the link differs only after the #, so the browser doesn't reload the page.
  window.addEventListener("hashchange", fill);
  return () => window.removeEventListener("hashchange", fill);
}

/** Creates an account with an invite link, and signs in. */
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
    <Form state={form} isPage>
      <AccountFields errorOf={form.errorOf} />
      <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-2 w-full min-w-0">
        <span className="min-w-0 truncate">Join {workspaceName}</span>
      </Button>
    </Form>
  );
}
