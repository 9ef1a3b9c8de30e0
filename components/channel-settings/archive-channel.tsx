"use client";

import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import type { ChannelDto } from "@/lib/channels/dto";
import { DangerRow } from "./danger-row";

/** Closing a channel for new messages, and opening it again. */
export function ArchiveChannel({ channel, setArchived }: { channel: ChannelDto; setArchived: FormAction }) {
  async function change(archived: boolean): Promise<string | null> {
    const result = await setArchived({ channelId: channel.id, archived });
    if (!result.ok) return result.error;
    toast.success(archived ? `#${channel.name} is archived` : `#${channel.name} is open again`);
    return null;
  }

  if (channel.archived) {
    return (
      <DangerRow
        title="Unarchive channel"
        action={
          <ConfirmDialog
            trigger={<Button>Unarchive channel</Button>}
            title={`Unarchive #${channel.name}?`}
            description="Its members and webhooks can post again, and it comes back to their sidebars."
            confirmText="Unarchive"
            tone="neutral"
            onConfirm={() => change(false)}
          />
        }
      >
        Opens it again for messages.
      </DangerRow>
    );
  }
  return (
    <DangerRow
      title="Archive channel"
      action={
        <ConfirmDialog
          trigger={<Button className="text-danger!">Archive channel</Button>}
          title={`Archive #${channel.name}?`}
          description="Nobody can post in it any more, and its webhooks' senders get 403. Everything stays readable, and it can be unarchived."
          confirmText="Archive"
          onConfirm={() => change(true)}
        />
      }
    >
      Closes it for new messages, those of webhooks included. Everything stays readable.
    </DangerRow>
  );
}
