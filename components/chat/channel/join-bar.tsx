"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import type { ChannelDto } from "@/lib/channels/dto";
import type { FormResult } from "@/lib/text/form-result";

type JoinBarProps = { channel: ChannelDto; joinChannel: (input: { channelId: string }) => Promise<FormResult> };

/** Replaces the composer where the user can't post: explains why and, if that helps, offers to join. */
export function JoinBar({ channel, joinChannel }: JoinBarProps) {
  const router = useRouter();
  const [joining, startJoining] = useTransition();
  const [error, setError] = useState<string | null>(null);
  // A form's action, because React keeps a submission from before this is hydrated, but no click.
  const join = () =>
    startJoining(async () => {
      const result = await joinChannel({ channelId: channel.id });
      if (result.ok) router.refresh();
      else setError(result.error);
    });
  return (
    <div className="mx-4 mb-4">
      {channel.archived ? (
        <Banner>This channel is archived. No one can post in it.</Banner>
      ) : channel.role !== null ? (
        <Banner>Only channel managers can post in #{channel.name}. You can reply in threads and react.</Banner>
      ) : (
        <Banner
          tone={error ? "danger" : "neutral"}
          action={
            <form action={join}>
              <Button type="submit" size="small" variant="primary" busy={joining}>
                Join channel
              </Button>
            </form>
          }
        >
          {error ?? `You're not a member of #${channel.name} yet.`}
        </Banner>
      )}
    </div>
  );
}
