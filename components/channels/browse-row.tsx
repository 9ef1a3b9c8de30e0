"use client";

import { Hash, Lock } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { toast } from "@/components/ui/toaster";
import type { BrowseChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";

type BrowseRowProps = { channel: BrowseChannelDto; joinChannel: FormAction };

/** One channel: what it is about, how many are in it, and the way in. */
export function BrowseRow({ channel, joinChannel }: BrowseRowProps) {
  const [busy, startTransition] = useTransition();
  const router = useRouter();
  const Icon = channel.kind === "private" ? Lock : Hash;
  const href = paths.channel(channel.id);

  function join(): void {
    startTransition(async () => {
      const result = await joinChannel({ channelId: channel.id });
      if (result.ok) router.push(href);
      else toast.error(result.error);
    });
  }

  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">
          {channel.name}
          {channel.kind === "private" && <span className="sr-only">, private</span>}
        </p>
        <p className="truncate text-sm text-text-muted">
          {channel.memberCount === 1 ? "1 member" : `${channel.memberCount} members`}
          {channel.topic && ` · ${channel.topic}`}
        </p>
      </div>
      {channel.joined || channel.archived ? (
        <Link href={href} className={buttonStyle("secondary", "small")} aria-label={`Open ${channel.name}`}>
          Open
        </Link>
      ) : (
        <Button variant="primary" size="small" busy={busy} aria-label={`Join ${channel.name}`} onClick={join}>
          Join
        </Button>
      )}
    </li>
  );
}
