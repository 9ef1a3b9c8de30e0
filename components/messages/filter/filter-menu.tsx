"use client";

import { clsx } from "clsx";
import { ListFilter } from "lucide-react";
import { useRouter } from "next/navigation";
import { DropdownMenu as Radix } from "radix-ui";
import { dialogContent } from "@/components/ui/after-dialog";
import { buttonStyle } from "@/components/ui/button-style";
import { MenuLabel, MenuSeparator } from "@/components/ui/menu";
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
    <Radix.Root modal={false} onOpenChange={(open) => open && void reload()}>
      <Radix.Trigger
        aria-label={filter ? `Filter messages, showing only ${filterName(filter, webhooks)}` : "Filter messages"}
        title="Filter messages"
        className={buttonStyle(
          "ghost",
          "small",
          clsx("target data-[state=open]:bg-surface-hover", filter && "bg-surface-selected text-text"),
        )}
      >
        <ListFilter aria-hidden="true" className="size-4" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...dialogContent}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto overscroll-contain rounded-xl bg-surface-raised p-1.5 text-text shadow-float"
        >
          <Radix.RadioGroup value={chosenOf(filter)} onValueChange={choose}>
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
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
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
