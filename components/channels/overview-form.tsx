"use client";

import { useCallback } from "react";
import { RetentionField } from "@/components/settings/retention-field";
import type { FormAction } from "@/components/ui/forms/form-action";
import { SavedCards } from "@/components/ui/forms/saved-choice";
import { SavedSwitch } from "@/components/ui/forms/saved-switch";
import { SavedText } from "@/components/ui/forms/saved-text";
import type { ChannelDto, RetentionPreviewDto } from "@/lib/channels/dto";

const whoManagesWebhooks = [
  { value: "members", label: "All members", hint: "Anyone in the channel can manage webhooks." },
  { value: "managers", label: "Channel managers only", hint: "Other members can see webhooks but can't change them." },
];

const whoPosts = [
  { value: "everyone", label: "Everyone", hint: "All members can post." },
  {
    value: "managers",
    label: "Channel managers only",
    hint: "For announcements. Other members can reply in threads and react. Webhooks always post.",
  },
];

type OverviewFormProps = {
  channel: ChannelDto;
  canChangeRetention: boolean;
  updateChannel: FormAction;
  previewRetention: FormAction<RetentionPreviewDto>;
};

/** The channel's name, topic, webhook permissions and retention. */
export function OverviewForm({ channel, canChangeRetention, updateChannel, previewRetention }: OverviewFormProps) {
  const readOnly = !channel.canManage;
  const save: FormAction = (input) => updateChannel(Object.assign({ channelId: channel.id }, input));
  const preview = useCallback<FormAction<RetentionPreviewDto>>(
    (input) => previewRetention(Object.assign({ channelId: channel.id }, input)),
    [channel.id, previewRetention],
  );
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
        label="Who can post"
        field="whoPosts"
        options={whoPosts}
        value={channel.whoPosts}
        disabled={readOnly}
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
      <RetentionField
        value={channel.retention.own}
        workspace={channel.retention.workspace}
        scope={`In #${channel.name}`}
        disabled={!canChangeRetention}
        save={save}
        preview={preview}
      />
    </div>
  );
}
