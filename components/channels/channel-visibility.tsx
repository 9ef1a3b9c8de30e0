"use client";

import { Button } from "@/components/ui/controls/button";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import { type ChannelDto, membersText } from "@/lib/channels/dto";
import { DangerRow } from "./leave-or-archive";

type ChannelVisibilityProps = { channel: ChannelDto; setVisibility: FormAction };

/** Makes the channel private or public, after saying who will see what. */
export function ChannelVisibility({ channel, setVisibility }: ChannelVisibilityProps) {
  const { name, memberCount } = channel;
  const isPublic = channel.kind === "public";
  const to = isPublic ? "private" : "public";

  async function change(): Promise<string | null> {
    const result = await setVisibility({ channelId: channel.id, visibility: to });
    if (!result.ok) return result.error;
    toast.success(`#${name} is ${to} now`);
    return null;
  }

  return (
    <DangerRow
      title={isPublic ? "Make private" : "Make public"}
      action={
        <ConfirmDialog
          trigger={<Button>{`Make ${to}`}</Button>}
          title={`Make #${name} ${to}?`}
          description={isPublic ? privateText(memberCount) : PUBLIC_TEXT}
          confirmText={`Make ${to}`}
          tone={isPublic ? "neutral" : "danger"}
          onConfirm={change}
        />
      }
    >
      {isPublic
        ? `Only its ${membersText(memberCount)} can find and read it.`
        : "Everyone in the workspace can find, read and join it, with its whole history."}
    </DangerRow>
  );
}

const PUBLIC_TEXT =
  "Everyone in the workspace can read all of its messages and files, including everything posted while it was private. Anyone can join it.";

function privateText(memberCount: number): string {
  const who = memberCount === 1 ? "Only you" : `Only its ${membersText(memberCount)}`;
  return `${who} can find, search and read it from now on. Others lose it immediately, links to its messages stop working for them, and new people no longer join it. Someone may have read what was posted until now.`;
}
