"use client";

import { Button } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { ReadOnlyText } from "@/components/ui/forms/read-only-text";
import { Dialog, DialogClose } from "@/components/ui/overlays/dialog";

type ResetLinkDialogProps = { name: string; url: string; close: () => void };

/** Shows a new reset link once, for an admin to send. */
export function ResetLinkDialog({ name, url, close }: ResetLinkDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Reset link for ${name}`}
      description={`Send it only to ${name}: anyone with this link can set a new password and sign in as them. It works once, expires in an hour and won't be shown again.`}
      footer={
        <DialogClose>
          <Button>Done</Button>
        </DialogClose>
      }
    >
      <div className="flex items-end gap-2">
        <ReadOnlyText label="Reset link" value={url} className="min-w-0 flex-1" />
        <CopyButton text={url} label="Copy link" variant="primary" />
      </div>
    </Dialog>
  );
}
