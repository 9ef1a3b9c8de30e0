"use client";

import { useRouter } from "next/navigation";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import type { LateDialogProps } from "@/components/frame/panels";
import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { paths } from "@/lib/paths";

type CreateChannel = { createChannel: FormAction<{ channelId: string }> };

/** The dialog that creates a channel and opens it. */
export function CreateChannelDialog({ createChannel, ...dialog }: CreateChannel & LateDialogProps) {
  return (
    <Dialog {...dialog} title="Create a channel" description="Channels are for a topic, team or tool.">
      <CreateChannelForm createChannel={createChannel} close={() => dialog.onOpenChange(false)} />
    </Dialog>
  );
}

function CreateChannelForm({ createChannel, close }: CreateChannel & { close: () => void }) {
  const router = useRouter();
  const form = useForm({
    fields: ["name", "private"],
    send: (values) => createChannel({ name: values.name, private: values.private === "on" }),
    done: ({ channelId }) => {
      close();
      router.push(paths.channel(channelId));
    },
  });
  return (
    <Form state={form}>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        placeholder="deploys"
        required
        error={form.errorOf("name")}
      />
      <Switch
        label="Private"
        name="private"
        hint="Only people you add can see a private channel. Anyone can join a public one."
      />
      <DialogButtons busy={form.busy}>Create channel</DialogButtons>
    </Form>
  );
}
