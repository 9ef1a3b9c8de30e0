"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { StatusDot } from "@/components/ui/status-dot";
import { toast } from "@/components/ui/toaster";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { ReasonField } from "./reason-field";
import { RemoveSecret } from "./remove-secret";
import { SecretField } from "./secret-field";

type SigningSecretProps = { webhook: WebhookDto; setSigningSecret: FormAction };

/** Whether a webhook's posts must be signed, and with what: saved by itself, apart from what else is edited. */
export function SigningSecret({ webhook, setSigningSecret }: SigningSecretProps) {
  const { signed } = webhook;
  const [secret, setSecret] = useState("");
  const [reason, setReason] = useState("");
  const headingId = `signing-${webhook.id}`;
  const form = useForm({
    fields: ["secret", "reason"],
    send: async () => {
      // The server takes an empty secret as "remove it", which is another button's job.
      if (secret === "") return { ok: false, error: "Enter the secret that senders sign with.", field: "secret" };
      return setSigningSecret({ channelId: webhook.channelId, webhookId: webhook.id, secret, reason });
    },
    done: () => {
      setSecret("");
      setReason("");
      toast.success(signed ? "Signing secret replaced" : "Signing secret set");
    },
  });
  return (
    <section aria-labelledby={headingId} className="mt-5 border-t pt-4">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 id={headingId} tabIndex={-1} className="font-medium text-sm outline-none">
          Signed posts
        </h4>
        <StatusDot tone={signed ? "success" : "neutral"}>
          {signed ? "Posts must be signed" : "Anybody with the URL can post"}
        </StatusDot>
      </div>
      <p className="mb-3 text-sm text-text-muted">
        Paste the same secret into the webhook settings of the tool, such as GitHub's or GitLab's. Every post must then
        be signed with it: in the tool's own way, or else in{" "}
        <code className="break-all font-mono text-xs">X-Hub-Signature-256</code>.
      </p>
      <Form state={form} label={`Signing secret of ${webhook.name}`} className="gap-3!">
        <SecretField
          value={secret}
          change={setSecret}
          error={form.errorOf("secret")}
          hint={
            signed
              ? "The one that is set can't be shown. A new one replaces it at once: posts signed with the old one get 401."
              : "At least 8 characters. It can't be shown again once it is set."
          }
        />
        {secret !== "" && (
          <ReasonField webhook={webhook} value={reason} change={setReason} error={form.errorOf("reason")} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={form.busy}>
            {signed ? "Replace secret" : "Set secret"}
          </Button>
          {signed && <RemoveSecret webhook={webhook} setSigningSecret={setSigningSecret} headingId={headingId} />}
        </div>
      </Form>
    </section>
  );
}
