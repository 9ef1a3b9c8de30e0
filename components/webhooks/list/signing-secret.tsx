"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { controlStyle } from "@/components/ui/controls/control-style";
import { Field } from "@/components/ui/controls/field";
import { IconButton } from "@/components/ui/controls/icon-button";
import { SelectField } from "@/components/ui/controls/select-field";
import { StatusDot } from "@/components/ui/display/status-dot";
import { failureOf } from "@/components/ui/forms/failure-of";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { Eye, EyeOff } from "@/components/ui/icons/more-icons";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { ReasonField } from "./reason-field";
import type { SchemeChoice } from "./webhook-actions";

type SecretFieldProps = { value: string; change: (value: string) => void; error: string | null; hint: string };

/** A password field with a button that shows the secret. */
function SecretField({ value, change, error, hint }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label="Signing secret" error={error} hint={hint}>
      {(control) => (
        <span className="flex items-center gap-1">
          <input
            {...control}
            type={shown ? "text" : "password"}
            name="secret"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-1p-ignore
            data-lpignore="true"
            value={value}
            onChange={(event) => change(event.target.value)}
            className={clsx(controlStyle, "h-9 font-mono text-sm!")}
          />
          <IconButton
            label={shown ? "Hide secret" : "Show secret"}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  );
}

type RemoveSecretProps = { webhook: WebhookDto; setSigningSecret: FormAction; headingId: string };

/** Removes the signing secret after a confirmation. */
function RemoveSecret({ webhook, setSigningSecret, headingId }: RemoveSecretProps) {
  const [reason, setReason] = useState("");

  async function remove(): Promise<string | null> {
    const ids = { channelId: webhook.channelId, webhookId: webhook.id };
    const failure = failureOf(await setSigningSecret({ ...ids, secret: "", reason }));
    if (failure) return failure;
    setReason("");
    toast.success("Signing secret removed");
    // The button is gone with the secret, so the heading takes the focus.
    afterDialog(() => document.getElementById(headingId)?.focus());
    return null;
  }

  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" className="text-danger!">
          Remove secret
        </Button>
      }
      title={`Remove the signing secret of webhook ${webhook.name}?`}
      description="Anyone with its URL can then post without a signature."
      confirmText="Remove"
      onConfirm={remove}
    >
      {!webhook.mine && <ReasonField webhook={webhook} value={reason} change={setReason} />}
    </ConfirmDialog>
  );
}

type SigningSecretProps = {
  webhook: WebhookDto;
  schemes: readonly SchemeChoice[];
  setSigningSecret: FormAction;
};

const UNDECIDED = { value: "", label: "Choose…" };

/** Settings for signed requests, saved separately from the rest of the form. */
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
      // The server treats an empty secret as "remove it", which has its own button.
      if (secret === "" && (!signed || scheme === chosen)) {
        return { ok: false, error: "Enter the secret that requests are signed with.", field: "secret" };
      }
      const given = secret === "" ? {} : { secret };
      return setSigningSecret({ channelId: webhook.channelId, webhookId: webhook.id, ...given, scheme, reason });
    },
    done: () => {
      setSecret("");
      setReason("");
      if (secret === "") toast.success("Signature setting saved");
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
          {!undecided && (signed ? "Posts must be signed" : "Unsigned posts allowed")}
        </StatusDot>
      </div>
      <p className="mb-3 text-sm text-text-muted">
        Enter the same secret here and in the tool. Requests that aren't signed with it get a 401.
        {undecided &&
          " This webhook's secret was set before you could choose how requests are signed. Until you choose, each tool's own signature is accepted."}
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
              ? "A new secret takes effect immediately: requests signed with the old one get a 401."
              : "At least 8 characters. You won't be able to see it again."
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
