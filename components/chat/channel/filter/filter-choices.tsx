"use client";

import { useRouter } from "next/navigation";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { useRadix } from "@/components/ui/deferred/deferred-radix";
import { MenuLabel, MenuSeparator } from "@/components/ui/overlays/menu-items";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/text/paths";
import { FilterChoice } from "./filter-choice";
import { WebhookChoice } from "./webhook-choice";

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
