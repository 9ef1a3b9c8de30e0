"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { ConfirmName } from "@/components/ui/overlays/confirm-name";
import { toast } from "@/components/ui/overlays/toaster";
import type { ChannelDto, DeletionPreviewDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { counted, sizeText } from "@/lib/text/size-text";
import { DangerRow } from "./leave-or-archive";

type DeleteChannelProps = {
  channel: ChannelDto;
  previewDeletion: FormAction<DeletionPreviewDto>;
  deleteChannel: FormAction;
};

const FAILED = "The messages couldn't be counted. Check your connection and try again.";

/** Deletes the channel, for owners, after its name was typed. */
export function DeleteChannel({ channel, previewDeletion, deleteChannel }: DeleteChannelProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [lost, setLost] = useState<string | null>(null);

  async function change(next: boolean): Promise<void> {
    setOpen(next);
    if (!next) return;
    setTyped("");
    setLost(null);
    const result = await previewDeletion({ channelId: channel.id }).catch(() => null);
    setLost(result?.ok ? lossText(result.data) : (result?.error ?? FAILED));
  }

  async function confirm(): Promise<string | null> {
    const result = await deleteChannel({ channelId: channel.id, name: typed });
    if (!result.ok) return result.error;
    toast.success(`#${channel.name} is deleted`);
    router.push(paths.browse);
    return null;
  }

  return (
    <DangerRow
      title="Delete channel"
      action={
        <ConfirmDialog
          open={open}
          onOpenChange={(next) => void change(next)}
          trigger={<Button className="text-danger!">Delete channel</Button>}
          title={`Delete #${channel.name}?`}
          description="The channel disappears for everyone immediately. Nothing in it can be restored."
          confirmText="Delete"
          busy={lost === null}
          onConfirm={confirm}
        >
          <div className="flex flex-col gap-3 text-sm">
            <p role="status" className="min-h-10 font-medium">
              {lost ?? "Counting messages…"}
            </p>
            <ConfirmName
              label="Channel name"
              name={channel.name}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </div>
        </ConfirmDialog>
      }
    >
      Deletes its messages, files and webhooks. This can't be undone.
    </DangerRow>
  );
}

/** Says what is deleted and, for a channel that new people join, what they join instead. */
function lossText({ messages, files, bytes, isExact, webhooks, defaults }: DeletionPreviewDto): string {
  const parts = [
    `${isExact ? "" : "about "}${counted(messages, "message", "messages")}`,
    isExact ? `${counted(files, "file", "files")}${files === 0 ? "" : ` (${sizeText(bytes)})`}` : "their files",
    counted(webhooks, "webhook", "webhooks"),
  ];
  const requests = webhooks === 0 ? "" : " Requests to its webhooks get a 404.";
  const loss = `Deletes ${new Intl.ListFormat("en").format(parts)}.${requests}`;
  if (defaults === null) return loss;
  const [only] = defaults;
  if (only === undefined) return `${loss} It's the last public channel: new people start without one.`;
  const others = new Intl.ListFormat("en").format(defaults.map((name) => `#${name}`));
  return `${loss} New people join ${others} instead.`;
}
