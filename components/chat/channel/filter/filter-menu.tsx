"use client";

import { clsx } from "clsx";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { IconButton } from "@/components/ui/controls/icon-button";
import { deferred, deferredPart } from "@/components/ui/deferred/deferred";
import { ListFilter } from "@/components/ui/icons/icons";
import { Menu } from "@/components/ui/overlays/menu";
import { filterName } from "./filter-name";

const choices = deferred(() => import("./filter-choices"));

/** The channel header's menu for filtering messages and muting webhooks. */
export function FilterMenu({ channelId }: { channelId: string }) {
  const { filter, webhooks, reload } = useWebhooks();
  const FilterChoices = choices.use()?.FilterChoices;
  return (
    <Menu
      load={choices.load}
      onOpen={() => void reload()}
      className="max-h-(--radix-dropdown-menu-content-available-height) w-80 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain"
      trigger={
        <IconButton
          label={filter ? `Filter messages, showing only ${filterName(filter, webhooks)}` : "Filter messages"}
          icon={<ListFilter aria-hidden="true" />}
          side="bottom"
          className={clsx(filter && "bg-surface-selected text-text!")}
        />
      }
    >
      {FilterChoices ? <FilterChoices channelId={channelId} /> : null}
    </Menu>
  );
}

/** The filter bar, loaded only where there is a filter. Its link works until then. */
export const DeferredFilterBar = deferredPart(async () => (await import("./filter-bar")).FilterBar);
