"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { DeferredDialogProps } from "@/components/frame/panels";
import { LoadedPicker } from "@/components/people/people-picker";
import { Button } from "@/components/ui/controls/button";
import { Switch } from "@/components/ui/controls/switch";
import { TextField } from "@/components/ui/controls/text-field";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { UserPlus } from "@/components/ui/icons/icons";
import { Dialog } from "@/components/ui/overlays/dialog";
import { MOST_ADDED } from "@/lib/channels/dto";
import type { PeopleFoundDto, PersonDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";

/** What creating a channel needs. */
export type CreateChannel = {
  myId: string;
  createChannel: FormAction<{ channelId: string }>;
  loadPeople: FormAction<PeopleFoundDto>;
};

/** The dialog that creates a channel, adds people to it and opens it. */
export function CreateChannelDialog({
  myId,
  createChannel,
  loadPeople,
  ...dialog
}: CreateChannel & DeferredDialogProps) {
  return (
    <Dialog {...dialog} title="Create a channel" description="Channels are for a topic, team or tool.">
      <CreateChannelForm {...{ myId, createChannel, loadPeople }} close={() => dialog.onOpenChange(false)} />
    </Dialog>
  );
}

function CreateChannelForm({ createChannel, close, ...people }: CreateChannel & { close: () => void }) {
  const router = useRouter();
  const [chosen, setChosen] = useState<PersonDto[]>([]);
  const form = useForm({
    fields: ["name", "topic", "private"],
    send: ({ name, topic, ...values }) =>
      createChannel({ name, topic, private: values.private === "on", userIds: chosen.map(({ id }) => id) }),
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
      <TextField
        label="Topic"
        name="topic"
        autoComplete="off"
        hint="Optional. Shown next to the channel name."
        error={form.errorOf("topic")}
      />
      <Switch
        label="Private"
        name="private"
        hint="Only people you add can see a private channel. Anyone can join a public one."
      />
      <FirstPeople {...people} chosen={chosen} onChange={setChosen} />
      <DialogButtons busy={form.busy}>Create channel</DialogButtons>
    </Form>
  );
}

const LIMIT = { most: MOST_ADDED, sentence: `You can add ${MOST_ADDED} people now, and more later.` };

type FirstPeopleProps = Omit<CreateChannel, "createChannel"> & {
  chosen: readonly PersonDto[];
  onChange: (chosen: PersonDto[]) => void;
};

/** Adds people to the new channel. The picker opens on request, because most channels begin with one person. */
function FirstPeople({ myId, loadPeople, chosen, onChange }: FirstPeopleProps) {
  const [open, setOpen] = useState(false);
  const picker = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) picker.current?.querySelector("input")?.focus();
  }, [open]);
  if (!open) {
    return (
      <Button className="self-start" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden="true" />
        Add people
      </Button>
    );
  }
  return (
    <div ref={picker}>
      <LoadedPicker
        label="People"
        limit={LIMIT}
        without={myId}
        loadPeople={loadPeople}
        myId={myId}
        chosen={chosen}
        onChange={onChange}
      />
    </div>
  );
}
