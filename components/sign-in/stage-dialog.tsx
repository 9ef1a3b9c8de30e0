"use client";

import { Button } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { TextField } from "@/components/ui/controls/text-field";
import { Form } from "@/components/ui/forms/form";
import { PasswordField } from "@/components/ui/forms/password-field";
import { useForm } from "@/components/ui/forms/use-form";
import { downloadText } from "@/components/ui/hooks/download-text";
import { Download } from "@/components/ui/icons/icons";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { AppOfferDto } from "@/lib/people/two-step/dto";
import { afterCodes, type Stage, type TwoStepActions } from "./stages";

type StageDialogProps = {
  stage: Stage;
  actions: TwoStepActions;
  setStage: (stage: Stage) => void;
  end: (changed: boolean) => void;
};

/** The dialog for setting up and changing two-step sign-in, one stage at a time. */
export function StageDialog({ stage, actions, setStage, end }: StageDialogProps) {
  const go = (next: Stage | null) => (next ? setStage(next) : end(true));
  return (
    <Dialog open onOpenChange={() => end(stage.kind === "codes")} title={titleOf(stage)} description={noteOf(stage)}>
      {stage.kind === "prove" && <ProveForm key={stage.title} stage={stage} go={go} />}
      {stage.kind === "app" && <AppForm offer={stage.offer} actions={actions} go={go} />}
      {stage.kind === "passkey" && <PasskeyForm options={stage.options} actions={actions} go={go} />}
      {stage.kind === "rename" && <RenameForm passkey={stage.passkey} actions={actions} go={go} />}
      {stage.kind === "codes" && <Codes codes={stage.codes} done={() => end(true)} />}
    </Dialog>
  );
}

function titleOf(stage: Stage): string {
  if (stage.kind === "prove") return stage.title;
  if (stage.kind === "app") return "Set up an authenticator app";
  if (stage.kind === "passkey") return "Add a passkey";
  if (stage.kind === "rename") return "Rename the passkey";
  return "Save your recovery codes";
}

function noteOf(stage: Stage): string {
  if (stage.kind === "prove") return stage.why;
  if (stage.kind === "app")
    return "Scan this with your authenticator app or enter the secret. Then enter the code it shows.";
  if (stage.kind === "passkey") return "Name it after the device, then follow your browser's prompts.";
  if (stage.kind === "rename") return "Only you see this name.";
  return "Use these to sign in without your device. Each works once, and you won't see them again.";
}

type Go = (next: Stage | null) => void;

function ProveForm({ stage, go }: { stage: Extract<Stage, { kind: "prove" }>; go: Go }) {
  const form = useForm({
    fields: ["proof"],
    send: async ({ proof }) => {
      if (!proof.trim()) return { ok: false, error: "Enter your password or a code.", field: "proof" };
      return stage.act(proof);
    },
    done: go,
  });
  return (
    <Form state={form}>
      <PasswordField
        label="Password or code"
        name="proof"
        kind="current"
        hint="Your password, a code from your authenticator app, or a recovery code."
        error={form.errorOf("proof")}
      />
      <Button type="submit" variant="primary" busy={form.busy} className="self-end">
        {stage.confirmText}
      </Button>
    </Form>
  );
}

function AppForm({ offer, actions, go }: { offer: AppOfferDto; actions: TwoStepActions; go: Go }) {
  const form = useForm({
    fields: ["code"],
    send: async ({ code }) => {
      if (!code.trim()) return { ok: false, error: "Enter the code from your authenticator app.", field: "code" };
      return afterCodes(await actions.confirmApp({ ticket: offer.ticket, code }));
    },
    done: go,
  });
  const grouped = offer.secret.match(/.{1,4}/g)?.join(" ") ?? offer.secret;
  return (
    <Form state={form}>
      <QrCode rows={offer.qr} />
      <div className="flex items-center justify-between gap-2 rounded-md bg-surface-sunken py-1.5 ps-3 pe-1.5">
        <p className="min-w-0 text-sm">
          <span className="text-text-muted">Secret </span>
          <code className="break-words font-mono text-sm">{grouped}</code>
        </p>
        <CopyButton text={offer.secret} label="Copy secret" iconOnly />
      </div>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        hint="Six digits."
        error={form.errorOf("code")}
      />
      <Button type="submit" variant="primary" busy={form.busy} className="self-end">
        Turn on
      </Button>
    </Form>
  );
}

/** Black on white even in the dark theme, because many cameras can't read inverted codes. */
function QrCode({ rows }: { rows: string[] }) {
  const size = rows.length;
  const path = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) => squares(run, y))).join("");
  return (
    <svg
      role="img"
      aria-label="QR code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 self-center rounded-md border"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function squares({ 0: { length }, index }: RegExpExecArray, y: number): string {
  return `M${index} ${y}h${length}v1h-${length}z`;
}

type PasskeyFormProps = { options: Extract<Stage, { kind: "passkey" }>["options"]; actions: TwoStepActions; go: Go };

function PasskeyForm({ options, actions, go }: PasskeyFormProps) {
  const form = useForm({
    fields: ["name"],
    send: async ({ name }) => {
      if (!name.trim()) return { ok: false, error: "Enter a name for the passkey.", field: "name" };
      const { browserSupportsWebAuthn, startRegistration } = await import("@simplewebauthn/browser");
      if (!browserSupportsWebAuthn()) return { ok: false, error: UNSUPPORTED };
      const response = await startRegistration({ optionsJSON: options }).catch((error: unknown) => whyNot(error));
      if (typeof response === "string") return { ok: false, error: response };
      return afterCodes(await actions.addPasskey({ name, response }));
    },
    done: go,
  });
  return (
    <Form state={form}>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        required
        hint="For example, Work laptop."
        error={form.errorOf("name")}
      />
      <Button type="submit" variant="primary" busy={form.busy} className="self-end">
        Add passkey
      </Button>
    </Form>
  );
}

const UNSUPPORTED = "Passkeys need HTTPS and a browser that supports them.";

/** Explains why no passkey was created. Browsers report only one reason specifically. */
function whyNot(error: unknown): string {
  return error instanceof Error && error.name === "InvalidStateError"
    ? "This device already has a passkey for your account."
    : "Your browser didn't create a passkey. Try again and follow its prompts.";
}

type RenameFormProps = { passkey: { id: string; name: string }; actions: TwoStepActions; go: Go };

function RenameForm({ passkey, actions, go }: RenameFormProps) {
  const form = useForm({
    fields: ["name"],
    send: async ({ name }) => {
      const result = await actions.renamePasskey({ passkeyId: passkey.id, name });
      return result.ok ? { ok: true, data: null } : result;
    },
    done: go,
  });
  return (
    <Form state={form}>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        defaultValue={passkey.name}
        required
        error={form.errorOf("name")}
      />
      <Button type="submit" variant="primary" busy={form.busy} className="self-end">
        Save
      </Button>
    </Form>
  );
}

function Codes({ codes, done }: { codes: string[]; done: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-md bg-surface-sunken p-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={text} label="Copy codes" variant="secondary" />
        <Button onClick={() => download(text)}>
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button variant="primary" onClick={done}>
          I've saved them
        </Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const { host, hostname } = window.location;
  downloadText(`Recovery codes for ${host}\n\n${text}`, `recovery-codes-${hostname}.txt`);
}
