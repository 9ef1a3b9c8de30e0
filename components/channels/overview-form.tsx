"use client";

import type { FormAction } from "@/components/forms/form-action";
import { SavedCards } from "@/components/forms/saved-choice";
import { SavedSwitch } from "@/components/forms/saved-switch";
import { SavedText } from "@/components/forms/saved-text";
import type { ChannelDto } from "@/lib/channels/dto";

const whoManagesWebhooks = [
  { value: "members", label: "All members", hint: "Anyone in the channel can manage webhooks." },
  { value: "managers", label: "Channel managers only", hint: "Other members can see webhooks but can't change them." },
];

/** The channel's name, topic and webhook permissions. */
export function OverviewForm({ channel, updateChannel }: { channel: ChannelDto; updateChannel: FormAction }) {
  const readOnly = !channel.canManage;
  const save: FormAction = (input) => updateChannel(Object.assign({ channelId: channel.id }, input));
  return (
    <div className="flex flex-col gap-5">
      <SavedText
        label="Name"
        field="name"
        value={channel.name}
        readOnly={readOnly}
        required
        autoComplete="off"
        save={save}
      />
      <SavedText
        label="Topic"
        field="topic"
        value={channel.topic}
        readOnly={readOnly}
        autoComplete="off"
        hint="Shown next to the channel name."
        save={save}
      />
      <SavedCards
        label="Who can manage webhooks"
        field="webhookManagers"
        options={whoManagesWebhooks}
        value={channel.webhookManagers}
        disabled={readOnly}
        save={save}
      />
      <SavedSwitch
        label="Webhooks can mention everyone"
        field="webhooksMayMentionEveryone"
        hint="Let webhook messages notify everyone with @everyone and @here."
        on={channel.webhooksMayMentionEveryone}
        disabled={readOnly}
        save={save}
      />
    </div>
  );
}
