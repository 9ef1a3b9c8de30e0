"use client";

import { useRouter } from "next/navigation";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { paths } from "@/lib/paths";

type CreateChannelFormProps = { createChannel: FormAction<{ channelId: string }>; close: () => void };

/** Creates a channel and opens it. */
export function CreateChannelForm({ createChannel, close }: CreateChannelFormProps) {
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
