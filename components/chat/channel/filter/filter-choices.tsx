"use client";

import { useRouter } from "next/navigation";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { useRadix } from "@/components/ui/deferred/deferred-radix";
import { Avatar } from "@/components/ui/display/avatar";
import { Bell, BellOff } from "@/components/ui/icons/icons";
import { MenuLabel, MenuSeparator } from "@/components/ui/overlays/menu-items";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import type { ChannelWebhookDto } from "@/lib/webhooks/dto";
import { FilterChoice } from "./filter-choice";

const everything = "everything";
const people = "people";

/** The filters that a channel offers. */
export function FilterChoices({ channelId }: { channelId: string }) {
  const router = useRouter();
  const { filter, webhooks } = useWebhooks();
  const Radix = useRadix()?.DropdownMenu;
  const choose = (chosen: string) => router.push(paths.filtered(channelId, filterOf(chosen)));
  return (
    Radix && (
      <Radix.RadioGroup value={chosenOf(filter)} onValueChange={choose}>
        <FilterChoice value={everything}>Everything</FilterChoice>
        <FilterChoice value={people}>People only</FilterChoice>
        {webhooks.length > 0 && (
          <>
            <MenuSeparator />
            <MenuLabel>One webhook</MenuLabel>
          </>
        )}
        {webhooks.map((webhook) => (
          <WebhookChoice key={webhook.id} webhook={webhook} />
        ))}
      </Radix.RadioGroup>
    )
  );
}

function chosenOf(filter: MessageFilter | null): string {
  if (filter === null) return everything;
  return filter.by === "people" ? people : filter.webhookId;
}

function filterOf(chosen: string): MessageFilter | null {
  if (chosen === everything) return null;
  return chosen === people ? { by: people } : { by: "webhook", webhookId: chosen };
}

/** A webhook to filter by, with a mute button that keeps the menu open. */
function WebhookChoice({ webhook }: { webhook: ChannelWebhookDto }) {
  const { mute } = useWebhooks();
  const Radix = useRadix()?.DropdownMenu;
  const { id, avatarUrl, deleted, muted } = webhook;
  const name = cleanText(webhook.name);
  return (
    <div className="flex items-center gap-0.5">
      <FilterChoice value={id} className="flex-1">
        <Avatar name={name} seed={id} src={avatarUrl} shape="square" size={20} />
        <span className="min-w-0 truncate [unicode-bidi:isolate]">{name}</span>
        {(muted || deleted) && (
          <span className="ms-auto shrink-0 text-text-muted text-xs">{muted ? "Muted" : "Deleted"}</span>
        )}
      </FilterChoice>
      {Radix && (
        <Radix.Item
          aria-label={`${muted ? "Unmute" : "Mute"} ${name}`}
          title={`${muted ? "Unmute" : "Mute"} ${name}`}
          className="flex target shrink-0 cursor-default items-center justify-center rounded-md text-text-muted outline-none data-[highlighted]:bg-surface-hover data-[highlighted]:text-text"
          onSelect={(event) => {
            event.preventDefault();
            mute({ id, name }, !muted);
          }}
        >
          {muted ? <BellOff aria-hidden="true" className="size-4" /> : <Bell aria-hidden="true" className="size-4" />}
        </Radix.Item>
      )}
    </div>
  );
}
