"use client";

import type { DeferredDialogProps } from "@/components/frame/panels";
import { TextField } from "@/components/ui/controls/text-field";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { Dialog } from "@/components/ui/overlays/dialog";

const SUGGESTED = [
  { name: "deploys", topic: "Builds and releases" },
  { name: "alerts", topic: "What monitoring reports" },
  { name: "incidents", topic: "One thread per incident" },
  { name: "random", topic: "Everything else" },
] as const;

type FirstChannels = { createChannels: FormAction };

/** The dialog that creates several channels at once: suggested ones, and others by name. */
export function FirstChannelsDialog({ createChannels, ...dialog }: FirstChannels & DeferredDialogProps) {
  return (
    <Dialog
      {...dialog}
      title="Set up your channels"
      description="Anyone who joins can find these. You can rename or archive them later."
    >
      <FirstChannelsForm createChannels={createChannels} close={() => dialog.onOpenChange(false)} />
    </Dialog>
  );
}

function FirstChannelsForm({ createChannels, close }: FirstChannels & { close: () => void }) {
  const form = useForm({
    fields: [...SUGGESTED.map(({ name }) => name), "channels"],
    send: ({ channels = "", ...chosen }) => {
      const others = channels.split(",").map((name) => ({ name: name.trim(), topic: "" }));
      return createChannels({
        channels: [
          ...SUGGESTED.filter(({ name }) => chosen[name] === "on"),
          ...others.filter(({ name }) => name !== ""),
        ],
      });
    },
    done: close,
  });
  return (
    <Form state={form}>
      <fieldset>
        <legend className="sr-only">Suggested channels</legend>
        {SUGGESTED.map(({ name, topic }) => (
          <label key={name} className="target-y flex items-center gap-2.5 text-sm">
            <input type="checkbox" name={name} defaultChecked className="size-4 accent-accent" />
            <span className="font-medium">#{name}</span>
            <span className="text-text-muted">{topic}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        label="More channels"
        name="channels"
        autoComplete="off"
        placeholder="design, support"
        hint="Separate names with commas."
        error={form.errorOf("channels")}
      />
      <DialogButtons busy={form.busy}>Create channels</DialogButtons>
    </Form>
  );
}
