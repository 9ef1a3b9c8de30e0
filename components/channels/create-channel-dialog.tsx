"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { usePanel } from "@/components/palette/panels";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { paths } from "@/lib/paths";

type CreateChannelProps = { createChannel: FormAction<{ channelId: string }> };

/** The button that makes a channel, and its dialog. */
export function CreateChannelDialog({ createChannel }: CreateChannelProps) {
  const [open, setOpen] = useState(false);
  usePanel("create-channel", () => setOpen(true));
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label="Create channel" icon={<Plus />} />}
      title="Create a channel"
      description="A place for one subject, team, or tool."
    >
      <CreateChannelForm createChannel={createChannel} close={() => setOpen(false)} />
    </Dialog>
  );
}

function CreateChannelForm({ createChannel, close }: CreateChannelProps & { close: () => void }) {
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
      <Switch label="Private" name="private" hint="Only people who are added can see it. Otherwise anybody may join." />
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.busy}>
          Create channel
        </Button>
      </div>
    </Form>
  );
}
