"use client";

import { Bell, BellOff, ListFilter, ListX } from "lucide-react";
import { MenuItem, MenuLink } from "@/components/ui/menu";
import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { paths } from "@/lib/paths";
import { focusLineOf } from "./focus-line";
import { useWebhooks } from "./webhooks-context";

/** What one can do about the webhook that posted a message; nothing for a person's. */
export function WebhookItems({ message }: { message: MessageDto }) {
  const { webhooks, muted, mute, filter } = useWebhooks();
  const { kind, id } = message.author;
  if (kind !== "webhook" || id === null) return null;
  // A message may stand under another name than its webhook's.
  const name = webhooks.find((each) => each.id === id)?.name ?? message.author.name;
  const isAlone = filter?.by === "webhook";
  const onMute = () => {
    mute({ id, name }, !muted.has(id));
    if (!muted.has(id) && !isAlone) focusLineOf(message.seq);
  };
  return (
    <>
      <MenuItem icon={muted.has(id) ? <Bell /> : <BellOff />} onSelect={onMute}>
        <span className="truncate">
          {muted.has(id) ? "Unmute" : "Mute"} {cleanText(name)}
        </span>
      </MenuItem>
      <MenuLink
        href={paths.filtered(message.channelId, isAlone ? null : { by: "webhook", webhookId: id })}
        icon={isAlone ? <ListX /> : <ListFilter />}
      >
        <span className="truncate">{isAlone ? "Show everything" : `Show only ${cleanText(name)}`}</span>
      </MenuLink>
    </>
  );
}
