"use client";

import Link from "next/link";
import { createContext, type ReactNode, useContext, useMemo, useRef } from "react";
import { useOpenDirect } from "@/components/people/use-open-direct";
import type { ChannelDto } from "@/lib/channels/dto";
import type { AuthorDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { paths } from "@/lib/paths";
import { useWebhooks } from "./muted/webhooks-context";

/** Where an author's name leads, and what that is called. */
export type AuthorWay = { name: string } & ({ act: () => void } | { href: string });

type WayTo = (author: AuthorDto) => AuthorWay | null;

const WayContext = createContext<WayTo>(() => null);

/** Lets the messages below it lead to their authors. What it gives them stays the same while they come and go. */
export function AuthorWayProvider({ channel, readerId, children }: AuthorWayProviderProps) {
  const { open } = useOpenDirect();
  const latest = useRef(open);
  latest.current = open;
  const { webhooks } = useWebhooks();
  const { id: channelId, canManageWebhooks, people } = channel;
  // Who one is alone with is here already.
  const only = people?.length === 1 ? people[0]?.id : undefined;
  const wayTo = useMemo<WayTo>(() => {
    // One that is new since the page was made isn't known yet, and here.
    const gone = new Set(webhooks.filter((each) => !each.here).map(({ id }) => id));
    return ({ kind, id, name: written }) => {
      if (id === null) return null;
      const name = cleanText(written);
      if (kind === "webhook") {
        if (!canManageWebhooks || gone.has(id)) return null;
        return { name: `Settings of ${name}`, href: paths.webhookSettings(channelId, id) };
      }
      if (id === readerId || id === only) return null;
      return { name: `Message ${name}`, act: () => void latest.current([id]) };
    };
  }, [channelId, canManageWebhooks, readerId, only, webhooks]);
  return <WayContext value={wayTo}>{children}</WayContext>;
}

/** The way to an author: to a person the direct message with them, to a webhook its settings; null where there is none. */
export function useAuthorWay(author: AuthorDto): AuthorWay | null {
  return useContext(WayContext)(author);
}

// Over the picture as well, so that picture and name are one thing to press.
const link =
  "-my-px min-w-0 truncate rounded-md py-px text-start hover:underline before:absolute before:start-[calc(1.125rem+var(--message-column)-var(--message-avatar))] before:top-[calc(var(--message-first)+0.125rem)] before:size-(--message-avatar)";

/**
 * An author's name, with the picture beside it, as the way to them where there is one. It is no stop for Tab, or every message
 * would be two: the keyboard finds the same way under More.
 */
export function AuthorLink({ author, children }: { author: AuthorDto; children: ReactNode }) {
  const way = useAuthorWay(author);
  if (!way) return children;
  if ("href" in way) {
    return (
      <Link href={way.href} prefetch={false} tabIndex={-1} aria-label={way.name} className={link}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" tabIndex={-1} aria-label={way.name} onClick={way.act} className={link}>
      {children}
    </button>
  );
}

type AuthorWayProviderProps = {
  channel: Pick<ChannelDto, "id" | "canManageWebhooks" | "people">;
  readerId: string;
  children: ReactNode;
};
