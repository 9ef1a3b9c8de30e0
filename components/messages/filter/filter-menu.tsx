"use client";

import { clsx } from "clsx";
import { ListFilter } from "lucide-react";
import { useRouter } from "next/navigation";
import { buttonStyle } from "@/components/ui/button-style";
import { useRadix } from "@/components/ui/late-radix";
import { Menu, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/paths";
import { useWebhooks } from "../muted/webhooks-context";
import { FilterChoice } from "./filter-choice";
import { filterName } from "./filter-name";
import { WebhookChoice } from "./webhook-choice";

const everything = "everything";
const people = "people";

/** The control in a channel's header that shows only some of its messages, and where one mutes its webhooks. */
export function FilterMenu({ channelId }: { channelId: string }) {
  const router = useRouter();
  const { filter, webhooks, reload } = useWebhooks();
  const choose = (chosen: string) => router.push(paths.filtered(channelId, filterOf(chosen)));
  return (
    <Menu
      onOpen={() => void reload()}
      className="max-h-(--radix-dropdown-menu-content-available-height) w-80 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain"
      trigger={
        <button
          type="button"
          aria-label={filter ? `Filter messages, showing only ${filterName(filter, webhooks)}` : "Filter messages"}
          title="Filter messages"
          className={buttonStyle(
            "ghost",
            "small",
            clsx("target data-[state=open]:bg-surface-hover", filter && "bg-surface-selected text-text"),
          )}
        >
          <ListFilter aria-hidden="true" className="size-4" />
        </button>
      }
    >
      <FilterChoices chosen={chosenOf(filter)} choose={choose} />
    </Menu>
  );
}

function FilterChoices({ chosen, choose }: { chosen: string; choose: (chosen: string) => void }) {
  const { webhooks } = useWebhooks();
  const Radix = useRadix()?.DropdownMenu;
  return (
    Radix && (
      <Radix.RadioGroup value={chosen} onValueChange={choose}>
        <FilterChoice value={everything}>Everything</FilterChoice>
        <FilterChoice value={people}>People only</FilterChoice>
        {webhooks.length > 0 && (
          <>
            <MenuSeparator />
            <MenuLabel>Only one webhook</MenuLabel>
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
