"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { TextField } from "@/components/ui/controls/text-field";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { MOST_DAYS, periodText, type RetentionPreviewDto } from "@/lib/channels/dto";
import { counted, sizeText } from "@/lib/text/size-text";

// Waits for the rest of a number before counting.
const TYPED_MS = 400;
const FAILED = "The messages couldn't be counted. Check your connection and try again.";

type RetentionDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: HTMLElement | null;
  /** The period; null asks for one. */
  days: number | null;
  scope: string;
  preview: FormAction<RetentionPreviewDto>;
  confirm: (days: number) => Promise<void>;
};

/** Says what a shorter retention deletes before it's saved. */
export function RetentionDialog({ days: given, scope, preview, confirm, ...dialog }: RetentionDialogProps) {
  const [typed, setTyped] = useState("");
  const days = given ?? Number(typed);
  const isValid = Number.isInteger(days) && days >= 1 && days <= MOST_DAYS;
  const found = usePreview(isValid ? days : null, given === null ? TYPED_MS : 0, preview);
  return (
    <ConfirmDialog
      {...dialog}
      title={given === null ? "Delete messages after how long?" : `Delete messages after ${periodText(given)}?`}
      description={`${scope}, older messages are deleted for everyone, including pinned ones and files. They can't be restored.`}
      confirmText="Delete messages"
      busy={isValid && found === null}
      onConfirm={async () => {
        if (!isValid) return `Enter a number of days from 1 to ${MOST_DAYS.toLocaleString("en-US")}.`;
        await confirm(days);
        return null;
      }}
    >
      <div className="flex flex-col gap-3 text-sm">
        {given === null && (
          <TextField
            label="Days"
            name="days"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        <p role="status" className="min-h-5 font-medium">
          {isValid && (found ?? "Counting messages…")}
        </p>
      </div>
    </ConfirmDialog>
  );
}

/** Returns what the period deletes in a sentence; null until it's counted. */
function usePreview(days: number | null, waitMs: number, preview: FormAction<RetentionPreviewDto>): string | null {
  const [counted, setCounted] = useState<{ days: number; text: string } | null>(null);
  // Each response of the server brings a new function, which is no reason to count again.
  const count = useEffectEvent((period: number) => preview({ days: period }));
  useEffect(() => {
    if (days === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void count(days)
        .then((result) => (result.ok ? previewText(result.data) : result.error))
        .catch(() => FAILED)
        .then((text) => isCurrent && setCounted({ days, text }));
    }, waitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [days, waitMs]);
  return counted?.days === days ? counted.text : null;
}

function previewText({ messages, files, bytes, isExact }: RetentionPreviewDto): string {
  if (messages === 0) return "No messages are that old yet.";
  const count = counted(messages, "message", "messages");
  if (!isExact) return `Deletes about ${count} and their files, starting within 15 minutes.`;
  return `Deletes ${count}${files > 0 ? ` and ${sizeText(bytes)} of files` : ""}, starting within 15 minutes.`;
}
