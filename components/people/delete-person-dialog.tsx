"use client";

import { useState } from "react";
import { ExportDialog } from "@/components/settings/export/export-dialog";
import { Button } from "@/components/ui/controls/button";
import { RadioCards } from "@/components/ui/controls/radio-cards";
import { Skeleton } from "@/components/ui/display/skeleton";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ProofField } from "@/components/ui/forms/proof-field";
import { useForm } from "@/components/ui/forms/use-form";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { ConfirmName } from "@/components/ui/overlays/confirm-name";
import { Dialog } from "@/components/ui/overlays/dialog";
import { ask, useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import type { DeletionChoice, DeletionPreviewDto } from "@/lib/people/deletion-dto";
import { counted } from "@/lib/text/size-text";
import { cleanText } from "@/lib/text/text";
import { workspacePaths } from "@/lib/text/workspace-paths";
import { fileHints, filesText, lossText, remainsText } from "./deletion-text";

type DeletePersonDialogProps = {
  person: { id: string; name: string };
  startExport: FormAction<{ url: string }>;
  /** Called once their account is deleted. */
  onDeleted: () => void;
  close: () => void;
};

const FAILED = "What they have couldn't be counted. Check your connection and try again.";

/** Deletes a person, for owners, who first see what that deletes and choose what is kept. */
export function DeletePersonDialog({ person, startExport, onDeleted, close }: DeletePersonDialogProps) {
  const address = workspacePaths.personDeletion(person.id);
  const { data: preview, failure } = useData<DeletionPreviewDto>(address);
  const name = cleanText(person.name);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && close()}
      title={`Delete ${name}?`}
      description={preview?.reason ? undefined : "They lose access immediately. This can't be undone."}
    >
      {!preview && !failure && <Waiting />}
      {!preview && failure && (
        <div role="alert" className="flex flex-col items-start gap-3 text-sm">
          {failure.error ?? FAILED}
          <Button onClick={() => ask(address)}>Try again</Button>
        </div>
      )}
      {preview?.reason && <p className="text-sm">{preview.reason}</p>}
      {preview?.reason === null && (
        <div className="flex flex-col gap-4 text-sm">
          <p>{lossText(preview)}</p>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-xl bg-surface-sunken px-3.5 py-2.5">
            <span>You can't download it afterwards.</span>
            <ExportDialog
              kind="person"
              id={person.id}
              name={name}
              startExport={startExport}
              trigger={<Button size="small">Download their data</Button>}
            />
          </div>
          <DeletionForm person={{ id: person.id, name }} preview={preview} onDeleted={onDeleted} />
        </div>
      )}
    </Dialog>
  );
}

type DeletionFormProps = Pick<DeletePersonDialogProps, "person" | "onDeleted"> & {
  preview: DeletionPreviewDto;
};

/** The choices, and the proof that the owner means it. */
export function DeletionForm({ person: { id, name }, preview, onDeleted }: DeletionFormProps) {
  const [messages, setMessages] = useState<DeletionChoice["messages"]>("keep");
  const [files, setFiles] = useState<DeletionChoice["files"]>("keep");
  const form = useForm({
    fields: ["name", "proof"],
    send: async (typed) => {
      const choice: DeletionChoice = { messages, files, ...typed };
      const answer = await request<null>(workspacePaths.personDeletion(id), { method: "POST", body: choice });
      return answer.ok ? answer : { ok: false, error: answer.error ?? UNREACHABLE };
    },
    done: onDeleted,
  });
  const hints = fileHints({ messages, files });
  return (
    <Form state={form}>
      {preview.messages > 0 && (
        <RadioCards
          row
          label={counted(preview.messages, "message", "messages")}
          value={messages}
          onValueChange={(value) => setMessages(toKept(value))}
          options={[
            { value: "keep", label: "Keep", hint: "As “Deleted person”" },
            { value: "remove", label: "Remove", hint: "Also from direct messages" },
          ]}
        />
      )}
      {preview.files > 0 && (
        <RadioCards
          row
          label={filesText(preview)}
          value={files}
          onValueChange={(value) => setFiles(toKept(value))}
          options={[
            { value: "keep", label: "Keep", hint: hints.keep },
            { value: "remove", label: "Remove", hint: hints.remove },
          ]}
        />
      )}
      <p className="text-sm text-text-muted">{remainsText(preview)}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ConfirmName label="Name" name={name} />
        <ProofField error={form.errorOf("proof")} />
      </div>
      <DialogButtons busy={form.busy} tone="danger">
        Delete person
      </DialogButtons>
    </Form>
  );
}

function toKept(value: string): "keep" | "remove" {
  return value === "remove" ? "remove" : "keep";
}

/** As high as the form of someone with messages and files. */
function Waiting() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-13" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-15" />
      <Skeleton className="h-26" />
      <Skeleton className="mt-1 h-9 w-32 self-end" />
    </div>
  );
}
