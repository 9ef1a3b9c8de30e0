import { Settings } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { joinChannel } from "@/app/(chat)/channel-actions";
import { JoinBar } from "@/components/channels/join-bar";
import { PageHeader } from "@/components/channels/page-header";
import { ChannelView } from "@/components/messages/channel-view";
import { buttonStyle } from "@/components/ui/button-style";
import { requirePageUser } from "@/lib/auth/session";
import { requireChannel } from "@/lib/channels/access";
import { channelDto } from "@/lib/channels/queries";
import { idParam, orNotFound } from "@/lib/http";
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

/** GET /channels/<id>?message=<seq>: who may see the channel reads its end, or what stands around a message. */
export default async function ChannelPage(props: Props) {
  const accessible = await load(props);
  const { message } = await props.searchParams;
  const target = typeof message === "string" && /^\d{1,15}$/.test(message) ? Number(message) : null;
  const [channel, page] = await Promise.all([
    channelDto(accessible),
    messagePage(accessible.channel.id, target === null ? { at: "latest" } : { at: "around", seq: target }),
  ]);
  const canWrite = channel.role !== null && !channel.archived;
  return (
    <>
      <PageHeader title={`#${channel.name}`} note={channel.topic}>
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
        me={toMe(accessible.user)}
        page={page}
        target={target}
        instead={canWrite ? null : <JoinBar channel={channel} joinChannel={joinChannel} />}
      />
    </>
  );
}
