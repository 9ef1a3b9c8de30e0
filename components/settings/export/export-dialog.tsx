"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Switch } from "@/components/ui/controls/switch";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ProofField } from "@/components/ui/forms/proof-field";
import { useForm } from "@/components/ui/forms/use-form";
import { Dialog } from "@/components/ui/overlays/dialog";
import { toast } from "@/components/ui/overlays/toaster";

type ExportDialogProps = {
  kind: "workspace" | "channel" | "person";
  /** Of the channel or person. */
  id?: string;
  /** "#deploys" or "Ada". */
  name?: string;
  startExport: FormAction<{ url: string }>;
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

const contents = {
  workspace: "All channels with their members, messages, files and webhooks, and everyone's name and email address.",
  channel: "Its messages with earlier versions, threads, reactions, files, members and webhooks.",
  person: "Their account, messages, files, channels, devices, reactions and entries of the audit log.",
} as const;

const titles = {
  workspace: () => "Export the workspace",
  channel: (name = "") => `Export ${name}`,
  person: (name = "") => `Export the data of ${name}`,
} as const;

const directSwitches = {
  workspace: { label: "Include direct messages", hint: "Includes conversations you aren't part of." },
  channel: null,
  person: {
    label: "Include their direct messages in full",
    hint: "With what others wrote to them. Otherwise only what they wrote.",
  },
} as const;

/** Asks for the owner's password, then downloads an export. */
export function ExportDialog({ kind, name, open: given, onOpenChange, ...rest }: ExportDialogProps) {
  const [own, setOwn] = useState(false);
  const open = given ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      trigger={rest.trigger}
      title={titles[kind](name)}
      description={`${contents[kind]} The download is recorded in the audit log.`}
    >
      <ExportForm kind={kind} {...rest} done={() => change(false)} />
    </Dialog>
  );
}

type ExportFormProps = Pick<ExportDialogProps, "kind" | "id" | "startExport"> & { done: () => void };

function ExportForm({ kind, id, startExport, done }: ExportFormProps) {
  const [direct, setDirect] = useState(false);
  const choice = directSwitches[kind];
  const form = useForm({
    fields: ["proof"],
    send: ({ proof }) => startExport({ kind, id, direct, proof }),
    done: ({ url }) => {
      done();
      toast.success("The download has started");
      window.location.assign(url);
    },
  });
  return (
    <Form state={form}>
      {choice && <Switch {...choice} checked={direct} onCheckedChange={setDirect} />}
      <ProofField error={form.errorOf("proof")} />
      <Button type="submit" variant="primary" busy={form.busy} className="self-end">
        Download
      </Button>
    </Form>
  );
}
