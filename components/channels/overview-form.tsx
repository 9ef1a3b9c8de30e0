"use client";

import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { RadioCards } from "@/components/ui/radio-cards";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toaster";
import type { ChannelDto } from "@/lib/channels/dto";

const whoManagesWebhooks = [
  { value: "members", label: "All members", hint: "Anyone in the channel can manage webhooks." },
  { value: "managers", label: "Channel managers only", hint: "Other members can see webhooks but can't change them." },
];

/** The channel's name, topic and webhook permissions. */
export function OverviewForm({ channel, updateChannel }: { channel: ChannelDto; updateChannel: FormAction }) {
  const readOnly = !channel.canManage;
  const form = useForm({
    fields: ["name", "topic", "webhookManagers", "webhooksMayMentionEveryone"],
    send: (values) =>
      updateChannel({
        ...values,
        webhooksMayMentionEveryone: values.webhooksMayMentionEveryone === "on",
        channelId: channel.id,
      }),
    done: () => void toast.success("Channel settings saved"),
  });
  return (
    <Form state={form} className="gap-5">
      <TextField
        label="Name"
        name="name"
        defaultValue={channel.name}
        readOnly={readOnly}
        autoComplete="off"
        error={form.errorOf("name")}
      />
      <TextField
        label="Topic"
        name="topic"
        defaultValue={channel.topic}
        readOnly={readOnly}
        autoComplete="off"
        hint="Shown next to the channel name."
        error={form.errorOf("topic")}
      />
      <RadioCards
        label="Who can manage webhooks"
        name="webhookManagers"
        options={whoManagesWebhooks}
        defaultValue={channel.webhookManagers}
        disabled={readOnly}
      />
      <Switch
        label="Webhooks can mention everyone"
        name="webhooksMayMentionEveryone"
        hint="Let webhook messages notify everyone with @everyone and @here."
        defaultChecked={channel.webhooksMayMentionEveryone}
        disabled={readOnly}
      />
      {!readOnly && (
        <Button type="submit" variant="primary" busy={form.busy} className="self-start">
          Save changes
        </Button>
      )}
    </Form>
  );
}
