import { Settings } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { joinChannel } from "@/app/(chat)/channel-actions";
import { JoinBar } from "@/components/channels/join-bar";
import { PageHeader } from "@/components/channels/page-header";
import { ChannelView } from "@/components/messages/channel-view";
import { PinnedMessages } from "@/components/messages/pins/pinned-messages";
import { FIRST_STEPS_COOKIE } from "@/components/onboarding/dismissed";
import { FirstSteps } from "@/components/onboarding/first-steps";
import { buttonStyle } from "@/components/ui/button-style";
import { requirePageUser } from "@/lib/auth/session";
import { type AccessibleChannel, requireChannel } from "@/lib/channels/access";
import { firstSteps } from "@/lib/channels/first-steps";
import { channelDto } from "@/lib/channels/queries";
import { idParam, orNotFound } from "@/lib/http";
import { pinnedMessages } from "@/lib/messages/pin";
import { messagePage } from "@/lib/messages/queries";
import { paths } from "@/lib/paths";
import { toMe } from "@/lib/users/account";

type Props = { params: Promise<{ channelId: string }>; searchParams: Promise<{ message?: string | string[] }> };

async function load(props: Props) {
  const user = await requirePageUser();
  const params = await props.params;
  return orNotFound((async () => requireChannel(user, idParam(params, "channelId")))());
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `#${(await load(props)).channel.name}` };
}

/** GET /channels/<id>?message=<seq>: who may see the channel reads on where they stopped, or what stands around a message. */
export default async function ChannelPage(props: Props) {
  const accessible = await load(props);
  const { message } = await props.searchParams;
  const target = typeof message === "string" && /^\d{1,15}$/.test(message) ? Number(message) : null;
  const around = target ?? firstAfterRead(accessible);
  const [channel, pinned, page] = await Promise.all([
    channelDto(accessible),
    pinnedMessages(accessible),
    messagePage(accessible.channel.id, around === null ? { at: "latest" } : { at: "around", seq: around }),
  ]);
  const me = toMe(accessible.user);
  // Only an empty channel shows them, so nobody else's page waits for the answer.
  const isNew = page.messages.length === 0 && (await cookies()).get(FIRST_STEPS_COOKIE)?.value !== me.id;
  const steps = isNew ? await firstSteps(accessible.user) : null;
  const canWrite = channel.role !== null && !channel.archived;
  return (
    <>
      <PageHeader title={`#${channel.name}`} note={channel.topic}>
        <PinnedMessages
          key={channel.id}
          channelId={channel.id}
          initialIds={pinned.map((each) => each.id)}
          canUnpin={canWrite}
        />
        {channel.role !== null && (
          <Link href={paths.settings(channel.id, "overview")} className={buttonStyle("ghost", "small")}>
            <Settings aria-hidden="true" className="size-4" />
            <span className="max-md:sr-only">Channel settings</span>
          </Link>
        )}
      </PageHeader>
      <ChannelView
        key={`${channel.id} ${target}`}
        channel={channel}
        me={me}
        page={page}
        target={target}
        instead={canWrite ? null : <JoinBar channel={channel} joinChannel={joinChannel} />}
        whenEmpty={steps && <FirstSteps userId={me.id} channelId={channel.id} done={steps} />}
      />
    </>
  );
}

/** The place after the last message that this person has read; null when there is nothing after it, or they aren't a member. */
function firstAfterRead({ membership, channel }: AccessibleChannel): number | null {
  return membership && membership.lastReadSeq < channel.msgSeq ? Number(membership.lastReadSeq) + 1 : null;
}
