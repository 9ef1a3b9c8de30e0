"use client";

import { useRouter } from "next/navigation";
import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import type { ChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { DangerRow } from "./danger-row";

type LeaveChannelProps = { channel: ChannelDto; leaveChannel: FormAction };

/** Leaving, with what it takes to come back. */
export function LeaveChannel({ channel, leaveChannel }: LeaveChannelProps) {
  const router = useRouter();

  async function leave(): Promise<string | null> {
    const result = await leaveChannel({ channelId: channel.id });
    if (!result.ok) return result.error;
    toast.success(`You left #${channel.name}`);
    router.push(paths.browse);
    router.refresh();
    return null;
  }

  return (
    <DangerRow
      title="Leave channel"
      action={
        <ConfirmDialog
          trigger={<Button>Leave channel</Button>}
          title={`Leave #${channel.name}?`}
          description={wayBack(channel)}
          confirmText="Leave"
          onConfirm={leave}
        />
      }
    >
      You stop seeing its messages in your sidebar. The webhooks you made stay.
    </DangerRow>
  );
}

function wayBack({ kind, archived, memberCount }: ChannelDto): string {
  if (kind === "public" && !archived) return "You can join it again at any time.";
  if (memberCount === 1) return "You are its only member: nobody can open it any more after you left.";
  return "You can only come back when one of its members adds you.";
}
