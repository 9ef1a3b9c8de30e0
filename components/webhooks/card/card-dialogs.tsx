"use client";

import { type ChangeEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { TextArea } from "@/components/ui/controls/text-area";
import { Badge } from "@/components/ui/display/badge";
import { Banner } from "@/components/ui/display/banner";
import { Dialog, DialogClose } from "@/components/ui/overlays/dialog";
import { Time } from "@/components/ui/time/time";
import type { FormResult } from "@/lib/text/form-result";
import type { CardVersionDto } from "@/lib/webhooks/dto";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";

type HistoryDialogProps = {
  open: boolean;
  setOpen: (open: boolean) => void;
  opener: HTMLElement | null;
  /** Newest first. */
  versions: readonly CardVersionDto[];
  /** The version in use; null if the card is off. */
  inUse: number | null;
  /** Whether restoring loses changes that aren't saved. */
  unsaved: boolean;
  restore: (version: number) => Promise<string | null>;
};

/** The stored versions of a card, each with a button that saves it again as the newest. */
export function HistoryDialog({ open, setOpen, opener, versions, inUse, unsaved, restore }: HistoryDialogProps) {
  const [busy, setBusy] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const newest = versions[0]?.version;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      opener={opener}
      title="History"
      description="Restoring a version saves it as the newest one. Nothing is lost."
    >
      {error && <Banner tone="danger">{error}</Banner>}
      {unsaved && <Banner tone="warning">Your unsaved changes are replaced. You can undo that.</Banner>}
      <ul className="divide-y">
        {versions.map(({ version, by, at }) => (
          <li key={version} className="flex min-h-11 items-center gap-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="font-medium">Version {version}</span>
              {version === inUse && (
                <>
                  {" "}
                  <Badge tone="success">In use</Badge>
                </>
              )}
              <span className="block text-text-muted">
                {by ?? "A former member"}, <Time at={at} format="date" />
              </span>
            </span>
            {version !== newest && (
              <Button
                size="small"
                busy={busy === version}
                onClick={() => {
                  setBusy(version);
                  setError(null);
                  void restore(version).then((failure) => {
                    setBusy(null);
                    setError(failure);
                    if (failure === null) setOpen(false);
                  });
                }}
              >
                Restore<span className="sr-only"> version {version}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type ImportDialogProps = {
  open: boolean;
  setOpen: (open: boolean) => void;
  opener: HTMLElement | null;
  /** Reads a file. */
  importCard: (yaml: string) => Promise<FormResult<{ model: CardModel; remarks: string[] }>>;
  /** Puts it into the form. */
  done: (model: CardModel, remarks: string[]) => void;
};

const LARGEST = 64 * 1024;

/** Takes a `sender.yaml`, pasted or as a file, into the form. Nothing is saved yet. */
export function ImportDialog({ open, setOpen, opener, importCard, done }: ImportDialogProps) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [chosen] = event.target.files ?? [];
    event.target.value = "";
    if (!chosen) return;
    if (chosen.size > LARGEST) return setError("This file is larger than 64 KiB. Choose a smaller one.");
    setText(await chosen.text());
    setError(null);
  }

  async function take(): Promise<void> {
    if (text.trim() === "") return setError("Paste a sender.yaml, or choose a file.");
    setBusy(true);
    const result = await importCard(text).catch(() => null);
    setBusy(false);
    if (result === null) return setError("The file couldn't be checked. Check your connection and try again.");
    if (!result.ok) return setError(result.error);
    setError(null);
    setText("");
    setOpen(false);
    done(result.data.model, result.data.remarks);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      opener={opener}
      title="Import a card"
      description="The file replaces what's in the form. Nothing is saved until you save it."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={() => void take()}>
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TextArea
          label="sender.yaml"
          rows={10}
          value={text}
          spellCheck={false}
          autoCapitalize="none"
          error={error}
          onChange={(event) => setText(event.target.value)}
          className="[&_textarea]:font-mono [&_textarea]:text-sm"
        />
        <input
          ref={file}
          id={id}
          type="file"
          accept=".yaml,.yml,text/yaml,application/yaml"
          aria-label="File"
          onChange={(event) => void choose(event)}
          className="sr-only"
          tabIndex={-1}
        />
        <Button className="self-start" onClick={() => file.current?.click()}>
          Choose a file
        </Button>
      </div>
    </Dialog>
  );
}
