"use client";

import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { type ChannelDto, channelTitle } from "@/lib/channels/dto";

type EveryoneDialogProps = {
  channel: ChannelDto;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
};

/** Asks for confirmation before a message notifies everyone in the channel. */
export function EveryoneDialog({ channel, open, onOpenChange, onConfirm }: EveryoneDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Notify everyone in ${channelTitle(channel)}?`}
      description={`This message mentions all ${channel.memberCount} members of the channel.`}
      confirmText="Notify everyone"
      tone="neutral"
      onConfirm={async () => {
        onConfirm();
        return null;
      }}
    />
  );
}
