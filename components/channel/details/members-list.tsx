"use client";

import { useState } from "react";
import { ProfileButton } from "@/components/people/profile-button";
import { StatusMark } from "@/components/people/status-mark";
import { useOpenDirect } from "@/components/people/use-open-direct";
import { Present } from "@/components/presence/presence";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { holdsWords, searchWords } from "@/components/ui/search-words";
import { TextField } from "@/components/ui/text-field";
import { ask, useData } from "@/lib/browser/data";
import type { ChannelDto, ChannelMemberDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import type { MeDto } from "@/lib/users/dto";
import { NotLoaded, RowsSkeleton } from "./loading";

// Longer lists get a search field.
const FEW = 10;

/** The channel's members, managers first, each with a button to message them. */
export function MembersList({ channel, me }: { channel: ChannelDto; me: MeDto }) {
  const address = paths.api.members(channel.id);
  const { data, failure } = useData<{ members: ChannelMemberDto[] }>(address);
  const [search, setSearch] = useState("");
  if (data === null) return failure ? <NotLoaded what="the members" onRetry={() => ask(address)} /> : <RowsSkeleton />;
  const words = searchWords(search);
  const found = data.members.filter(({ name }) => holdsWords(name, words));
  return (
    <>
      {(data.members.length > FEW || channel.canManage) && (
        <div className="flex items-center gap-2 px-4 pt-3">
          {data.members.length > FEW && (
            <TextField
              label="Find a member"
              hideLabel
              type="search"
              placeholder="Find a member"
              className="min-w-0 flex-1"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          {channel.canManage && (
            <Link href={paths.settings(channel.id, "members")} className={buttonStyle("secondary", "small", "min-h-9")}>
              Add or remove
            </Link>
          )}
        </div>
      )}
      <ul className="py-2">
        {found.map((member) => (
          <Member key={member.userId} member={member} isMe={member.userId === me.id} />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="px-4 py-6 text-center text-sm text-text-muted">No one here has that name.</p>
      )}
    </>
  );
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
