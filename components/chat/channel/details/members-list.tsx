"use client";

import { useMemo, useState } from "react";
import { Present } from "@/components/people/presence/presence";
import { ProfileButton } from "@/components/people/profile-button";
import { StatusMark } from "@/components/people/status-mark";
import { useOpenDirect } from "@/components/people/use-open-direct";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { Badge } from "@/components/ui/display/badge";
import { FilterField } from "@/components/ui/lists/filter-field";
import { type Page, useLivePages } from "@/components/ui/lists/use-pages";
import { ask, useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import type { ChannelDto, ChannelMemberDto, ChannelMembersDto } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { NotLoaded, RowsSkeleton } from "./loading";

// Longer lists get a search field.
const FEW = 10;

/** The channel's members, managers first, each with a button to message them. */
export function MembersList({ channel, me }: { channel: ChannelDto; me: MeDto }) {
  const [q, setQ] = useState("");
  const search = channel.memberCount > FEW && (
    <FilterField
      label="Find a member"
      hideLabel
      placeholder="Find a member"
      className="min-w-0 flex-1"
      value={q}
      change={setQ}
    />
  );
  return (
    <>
      {(search || channel.canManage) && (
        <div className="flex items-center gap-2 px-4 pt-3">
          {search}
          {channel.canManage && (
            <Link href={paths.settings(channel.id, "members")} className={buttonStyle()}>
              Add or remove
            </Link>
          )}
        </div>
      )}
      <FoundMembers key={q} channelId={channel.id} q={q} me={me} />
    </>
  );
}

/** The members whose name contains the words. */
function FoundMembers({ channelId, q, me }: { channelId: string; q: string; me: MeDto }) {
  const address = paths.api.members(channelId, { q });
  const { data, failure } = useData<ChannelMembersDto>(address);
  if (data !== null) return <Pages channelId={channelId} q={q} latest={data} me={me} />;
  return failure ? <NotLoaded what="the members" onRetry={() => ask(address)} /> : <RowsSkeleton />;
}

type PagesProps = { channelId: string; q: string; latest: ChannelMembersDto; me: MeDto };

function Pages({ channelId, q, latest, me }: PagesProps) {
  const first = useMemo(() => toPage(latest), [latest]);
  const { items, more, busy } = useLivePages(first, async (after) => {
    const answer = await request<ChannelMembersDto>(paths.api.members(channelId, { q, after }));
    return answer.ok ? { ok: true, data: toPage(answer.data) } : { ok: false, error: answer.error ?? FAILED };
  });
  if (items.length === 0)
    return <p className="px-4 py-6 text-center text-sm text-text-muted">No one here has that name.</p>;
  return (
    <>
      <ul className="py-2">
        {items.map((member) => (
          <Member key={member.userId} member={member} isMe={member.userId === me.id} />
        ))}
      </ul>
      {more && (
        <div className="flex justify-center pb-4">
          <Button size="small" busy={busy} onClick={more}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const FAILED = "Couldn't load more members. Check your connection and try again.";

function toPage({ members, next }: ChannelMembersDto): Page<ChannelMemberDto> {
  return { items: members, next };
}

function Member({ member: { userId, name, avatarUrl, role }, isMe }: { member: ChannelMemberDto; isMe: boolean }) {
  const { busy, open } = useOpenDirect();
  return (
    <li className="relative flex min-h-12 items-center gap-3 px-4 py-1.5">
      <Present userId={userId}>
        <Avatar name={name} seed={userId} src={avatarUrl} size={32} />
      </Present>
      <p className="flex min-w-0 flex-1 items-center gap-2">
        <ProfileButton
          person={{ id: userId, name }}
          className="before:absolute before:inset-y-0 before:start-2 before:w-13"
        />
        <StatusMark userId={userId} className="text-sm" />
        {isMe && <span className="text-text-muted text-xs">you</span>}
        {role === "manager" && <Badge>Manager</Badge>}
      </p>
      {!isMe && (
        <Button
          variant="ghost"
          size="small"
          busy={busy}
          aria-label={`Message ${name}`}
          onClick={() => void open([userId])}
        >
          Message
        </Button>
      )}
    </li>
  );
}
