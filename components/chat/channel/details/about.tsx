import type { ReactNode } from "react";
import { MakeChannel } from "@/components/channels/make-channel-dialog";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import type { FormAction } from "@/components/ui/forms/form-action";
import { Time } from "@/components/ui/time/time";
import { type ChannelDto, effectiveDays, FEWEST_FOR_CHANNEL, membersText, periodText } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";

const kinds: Record<ChannelDto["kind"], string> = {
  public: "Public. Anyone in the workspace can read and join it.",
  private: "Private. Only its members can find and read it.",
  direct: "Direct message. Only the people in it can read it.",
};

/** The channel's topic, who can read it, and when it was created. */
export function About({ channel, makeChannel }: { channel: ChannelDto; makeChannel: FormAction }) {
  const { id, kind, topic, memberCount, createdAt, archived, canManage, retention } = channel;
  const days = effectiveDays(retention.own, retention.workspace);
  return (
    <div className="flex flex-col gap-5 p-4 text-sm">
      {kind !== "direct" && (
        <Fact title="Topic">
          {topic === "" ? (
            <span className="text-text-muted">No topic yet</span>
          ) : (
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {topic}
            </span>
          )}
        </Fact>
      )}
      <Fact title="Who can read it">{archived ? `${kinds[kind]} It's archived.` : kinds[kind]}</Fact>
      {days !== null && <Fact title="Retention">Messages are deleted after {periodText(days)}.</Fact>}
      <Fact title="Members">{membersText(memberCount)}</Fact>
      <Fact title="Created">
        <Time at={createdAt} format="date" />
      </Fact>
      {kind === "direct" && memberCount >= FEWEST_FOR_CHANNEL && (
        <MakeChannel channelId={id} makeChannel={makeChannel} />
      )}
      {canManage && (
        <Link href={paths.settings(id, "overview")} className={buttonStyle("secondary", "small", "self-start")}>
          Change name and topic
        </Link>
      )}
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-0.5 font-medium text-text-muted text-xs">{title}</h3>
      <p>{children}</p>
    </section>
  );
}
