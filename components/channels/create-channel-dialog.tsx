"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { usePanel } from "@/components/frame/panels";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { late } from "@/components/ui/late";

const form = late(() => import("./create-channel-form"));

type CreateChannelProps = { createChannel: FormAction<{ channelId: string }> };

/** The button that creates a channel, and its dialog. */
export function CreateChannelDialog({ createChannel }: CreateChannelProps) {
  const [open, setOpen] = useState(false);
  const CreateChannelForm = form.use()?.CreateChannelForm;
  usePanel("create-channel", () => setOpen(true));
  return (
    <Dialog
      load={form.load}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label="Create channel" icon={<Plus />} />}
      title="Create a channel"
      description="Channels are for a topic, team or tool."
    >
      {CreateChannelForm ? <CreateChannelForm createChannel={createChannel} close={() => setOpen(false)} /> : null}
    </Dialog>
  );
}
