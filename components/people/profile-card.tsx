"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { Present } from "@/components/people/presence/presence";
import { useOpenDirect } from "@/components/people/use-open-direct";
import { Button } from "@/components/ui/controls/button";
import { Avatar } from "@/components/ui/display/avatar";
import { Badge } from "@/components/ui/display/badge";
import { Skeleton } from "@/components/ui/display/skeleton";
import { BellOff, Clock } from "@/components/ui/icons/icons";
import { Pencil } from "@/components/ui/icons/more-icons";
import { shortDate } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useNow } from "@/components/ui/time/use-now";
import { ask, useData } from "@/lib/browser/data";
import { useMutedPeople } from "@/lib/browser/people";
import type { ProfileDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { mutePerson } from "./mute-person";
import { untilText } from "./status-ends";

const FAILED = "The profile couldn't be loaded. Check your connection and try again.";
const GONE = "This person's account was deleted.";

const two = (value: number) => String(value).padStart(2, "0");

/** Returns the time `offset` minutes ahead of UTC: "14:32". */
function clockAt(now: Date, offset: number): string {
  const there = new Date(now.getTime() + offset * 60_000);
  return `${two(there.getUTCHours())}:${two(there.getUTCMinutes())}`;
}

/** Returns "14:32, 2 hours ahead of you". `offset` and `own` are the person's and the reader's minutes ahead of UTC. */
export function localTimeText(now: Date, offset: number, own: number): string {
  const time = clockAt(now, offset);
  const ahead = offset - own;
  if (ahead === 0) return `${time}, the same as yours`;
  return `${time}, ${durationText(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} you`;
}

function durationText(minutes: number): string {
  const parts = [counted(Math.floor(minutes / 60), "hour"), counted(minutes % 60, "minute")];
  return parts.filter((part) => part !== null).join(" ");
}

function counted(count: number, unit: string): string | null {
  return count === 0 ? null : `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const roleWords = { owner: "Owner", admin: "Admin", member: null } as const;

/** A person's profile, status and local time, with actions. Loads its content. */
export function ProfileCard({ userId, name, heading, go, onClose }: ProfileCardProps) {
  const address = paths.api.profile(userId);
  const { data, failure } = useData<ProfileDto>(address);
  const isGone = failure?.status === 404;
  const profile = isGone ? null : data;
  const error = profile || !failure || isGone ? null : (failure.error ?? FAILED);
  const shownName = cleanText(profile?.name ?? name);
  const role = profile && roleWords[profile.role];
  return (
    <div className="flex flex-col gap-3 p-4" aria-busy={profile === null && failure === null}>
      <div className="flex items-start gap-3">
        <span className="relative shrink-0">
          <Present userId={userId}>
            <Avatar
              name={shownName}
              seed={userId}
              src={profile?.avatarUrl ?? null}
              size={64}
              className={profile?.deactivated ? "grayscale" : ""}
            />
          </Present>
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 pt-1">
          {heading(shownName)}
          {profile?.title && <p className="break-words text-sm">{cleanText(profile.title)}</p>}
          {(role || profile?.deactivated) && (
            <p className="flex gap-1.5 pt-0.5">
              {role && <Badge>{role}</Badge>}
              {profile?.deactivated && <Badge tone="warning">Deactivated</Badge>}
            </p>
          )}
        </div>
      </div>
      {error !== null && (
        <div role="alert" className="flex flex-col items-start gap-3 text-sm">
          {error}
          <Button size="small" onClick={() => ask(address)}>
            Try again
          </Button>
        </div>
      )}
      {isGone && (
        <p role="status" className="text-sm text-text-muted">
          {GONE}
        </p>
      )}
      {error === null && !profile && !isGone && <Waiting />}
      {profile && <Facts profile={profile} />}
      {profile && <Buttons profile={profile} go={go} onClose={onClose} />}
    </div>
  );
}

type ProfileCardProps = {
  userId: string;
  /** What opened it. */
  anchor?: HTMLElement;
  /** The name as shown where the card was opened, until the profile has loaded. */
  name: string;
  /** The card's heading, which also labels it. */
  heading: (name: string) => ReactNode;
  /** Closes the card, then runs the callback, which may navigate. */
  go: (then: () => void) => void;
  onClose: () => void;
};

/** As high as the shortest card. */
function Waiting() {
  return (
    <div className="flex flex-col">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-2 h-5 w-40" />
      <Skeleton className="mt-3 h-8 w-24 pointer-coarse:h-11" />
    </div>
  );
}

function Facts({ profile }: { profile: ProfileDto }) {
  const zone = useTimeZone();
  const now = useNow() ?? new Date();
  const { status, utcOffset, createdAt, isMe } = profile;
  const isOn = status && (status.endsAt === null || Date.parse(status.endsAt) > now.getTime());
  const own = -now.getTimezoneOffset();
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {isOn && (
        <div className="flex gap-2">
          <dt className="sr-only">Status</dt>
          <dd className="flex min-w-0 gap-2">
            <span className="w-4 shrink-0 text-center">{withCustomEmoji(status.emoji)}</span>
            <span className="min-w-0 break-words">
              {cleanText(status.text)}
              {status.endsAt && (
                <span className="text-text-muted">
                  {status.text && " "}
                  {untilText(status.endsAt, zone, now)}
                </span>
              )}
            </span>
          </dd>
        </div>
      )}
      {utcOffset !== null && (
        <div className="flex">
          <dt className="sr-only">Local time</dt>
          <dd className="flex items-center gap-2 tabular-nums">
            <Clock aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
            {isMe ? clockAt(now, utcOffset) : localTimeText(now, utcOffset, own)}
          </dd>
        </div>
      )}
      <div className="flex gap-1 text-text-muted">
        <dt>Member since</dt>
        <dd className="tabular-nums">{shortDate(new Date(createdAt), zone)}</dd>
      </div>
    </dl>
  );
}

function Buttons({ profile, go, onClose }: { profile: ProfileDto } & Pick<ProfileCardProps, "go" | "onClose">) {
  const router = useRouter();
  const { open } = useOpenDirect();
  const { userId, name, deactivated, isMe } = profile;
  const isMuted = useMutedPeople().has(userId);
  if (isMe) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => go(() => router.push(paths.account))}>
          <Pencil aria-hidden="true" />
          Edit profile
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {!deactivated && (
        <Button variant="primary" onClick={() => go(() => void open([userId]))}>
          Message
        </Button>
      )}
      <Button
        onClick={() => {
          mutePerson({ id: userId, name }, !isMuted);
          onClose();
        }}
      >
        {!isMuted && <BellOff aria-hidden="true" />}
        {isMuted ? "Unmute" : "Mute"}
      </Button>
    </div>
  );
}
