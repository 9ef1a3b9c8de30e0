"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { StatusDot } from "@/components/ui/status-dot";
import { toast } from "@/components/ui/toaster";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { ReasonField } from "./reason-field";
import { RemoveSecret } from "./remove-secret";
import { SecretField } from "./secret-field";
import type { SchemeChoice } from "./webhook-actions";

type SigningSecretProps = {
  webhook: WebhookDto;
  schemes: readonly SchemeChoice[];
  setSigningSecret: FormAction;
};

const UNDECIDED = { value: "", label: "Choose…" };

/** Whether a webhook's posts must be signed, how, and with what: saved apart from what else is edited. */
export function SigningSecret({ webhook, schemes, setSigningSecret }: SigningSecretProps) {
  const { signed, signatureScheme } = webhook;
  const undecided = signed && signatureScheme === null;
  const chosen = signatureScheme ?? (signed ? "" : "github");
  const [secret, setSecret] = useState("");
  const [scheme, setScheme] = useState(chosen);
  const [reason, setReason] = useState("");
  const headingId = `signing-${webhook.id}`;
  const form = useForm({
    fields: ["secret", "scheme", "reason"],
    send: async () => {
      // The server takes an empty secret as "remove it", which is another button's job.
      if (secret === "" && (!signed || scheme === chosen)) {
        return { ok: false, error: "Enter the secret that senders sign with.", field: "secret" };
      }
      const given = secret === "" ? {} : { secret };
      return setSigningSecret({ channelId: webhook.channelId, webhookId: webhook.id, ...given, scheme, reason });
    },
    done: () => {
      setSecret("");
      setReason("");
      if (secret === "") toast.success("Saved how requests are signed");
      else toast.success(signed ? "Signing secret replaced" : "Signing secret set");
    },
  });
  return (
    <section aria-labelledby={headingId} className="mt-5 border-t pt-4">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 id={headingId} tabIndex={-1} className="font-medium text-sm outline-none">
          Signed posts
        </h4>
        <StatusDot tone={undecided ? "warning" : signed ? "success" : "neutral"}>
          {undecided && "Choose how requests are signed"}
          {!undecided && (signed ? "Posts must be signed" : "Anybody with the URL can post")}
        </StatusDot>
      </div>
      <p className="mb-3 text-sm text-text-muted">
        Enter the same secret here and in the tool. Requests that aren't signed with it get a 401.
        {undecided &&
          " This webhook got its secret before you could choose how requests are signed, so each tool's own way counts until you choose one."}
      </p>
      <Form state={form} label={`Signing secret of ${webhook.name}`} className="gap-3!">
        <SelectField
          label="Signed by"
          name="scheme"
          className="max-w-96"
          value={scheme}
          onChange={(event) => setScheme(event.target.value)}
          options={undecided ? [UNDECIDED, ...schemes] : schemes}
          error={form.errorOf("scheme")}
        />
        <SecretField
          value={secret}
          change={setSecret}
          error={form.errorOf("secret")}
          hint={
            signed
              ? "The secret can't be shown. A new one replaces it immediately: requests signed with the old one get a 401."
              : "At least 8 characters. It can't be shown again once it is set."
          }
        />
        {(secret !== "" || (signed && scheme !== chosen)) && (
          <ReasonField webhook={webhook} value={reason} change={setReason} error={form.errorOf("reason")} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={form.busy}>
            {signed ? (secret === "" ? "Save" : "Replace secret") : "Set secret"}
          </Button>
          {signed && <RemoveSecret webhook={webhook} setSigningSecret={setSigningSecret} headingId={headingId} />}
        </div>
      </Form>
    </section>
  );
}
