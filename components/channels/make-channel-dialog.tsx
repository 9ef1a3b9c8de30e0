"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Switch } from "@/components/ui/controls/switch";
import { TextField } from "@/components/ui/controls/text-field";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { Dialog } from "@/components/ui/overlays/dialog";
import { toast } from "@/components/ui/overlays/toaster";

type MakeChannelProps = { channelId: string; makeChannel: FormAction };

/** The button and dialog that make a direct message of several people a channel. */
export function MakeChannel({ channelId, makeChannel }: MakeChannelProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" className="self-start">
          Make a channel…
        </Button>
      }
      title="Make this conversation a channel?"
      description="Its messages, files and people stay. People added later can read everything in it, from the beginning. The same people can start a new direct message."
    >
      <MakeChannelForm channelId={channelId} makeChannel={makeChannel} close={() => setOpen(false)} />
    </Dialog>
  );
}

function MakeChannelForm({ channelId, makeChannel, close }: MakeChannelProps & { close: () => void }) {
  const router = useRouter();
  const form = useForm({
    fields: ["name", "private"],
    send: (values) => makeChannel({ channelId, name: values.name, private: values.private === "on" }),
    done: () => {
      close();
      toast.success("This conversation is a channel now");
      router.refresh();
    },
  });
  return (
    <Form state={form}>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        placeholder="launch"
        required
        error={form.errorOf("name")}
      />
      <Switch
        label="Private"
        name="private"
        defaultChecked
        hint="Only its members can see a private channel. In a public one, everyone in the workspace can read this conversation."
      />
      <DialogButtons busy={form.busy}>Make channel</DialogButtons>
    </Form>
  );
}
