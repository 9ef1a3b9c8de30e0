import { clsx } from "clsx";
import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import type { FormAction } from "@/components/ui/forms/form-action";
import { Check } from "@/components/ui/icons/icons";
import { Time } from "@/components/ui/time/time";
import { type ChannelDto, membersText } from "@/lib/channels/dto";
import type { FirstDayDto, FirstStepsDto, NewChannelDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { AllowNotifications, FirstDayBand, JoinButton, StepButton } from "./deferred-parts";
import { type Step, stepsOf } from "./steps";

export type FirstDayActions = {
  endFirstDay: FormAction;
  joinChannel: FormAction;
  createChannels: FormAction;
};

type FirstDayProps = { day: FirstDayDto; channel: ChannelDto; actions: FirstDayActions };

/** What a channel shows above its messages on someone's first day, until they dismiss it. */
export function FirstDay({ day, channel, actions }: FirstDayProps) {
  if (day.kind === "steps") return <Steps done={day.done} channelId={channel.id} actions={actions} />;
  return <Welcome day={day} channel={channel} actions={actions} />;
}

function Steps({ done, channelId, actions }: { done: FirstStepsDto; channelId: string; actions: FirstDayActions }) {
  const steps = stepsOf(done, channelId);
  const count = steps.filter((step) => step.done).length;
  return (
    <FirstDayBand
      title="First steps"
      note={`${count} of ${steps.length} done`}
      dismissLabel="Dismiss first steps"
      endFirstDay={actions.endFirstDay}
      createChannels={actions.createChannels}
    >
      <Cards>
        {steps.map((step) => (
          <li key={step.label} className="flex">
            <StepCard step={step} />
          </li>
        ))}
      </Cards>
    </FirstDayBand>
  );
}

/** Cards side by side; where they don't fit, they scroll. */
function Cards({ children }: { children: ReactNode }) {
  return (
    <ul className="mt-2 grid auto-cols-[minmax(13rem,1fr)] grid-flow-col gap-2 overflow-x-auto p-0.5">{children}</ul>
  );
}

const cardStyle = "flex w-full min-w-0 items-start gap-2.5 rounded-lg border bg-surface p-3 text-start";

/** A step: done ones are ticked, the others lead to where to do them. */
function StepCard({ step: { label, hint, done, where } }: { step: Step }) {
  const text = (
    <>
      <span
        aria-hidden="true"
        className={clsx(
          "mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full",
          done ? "bg-success text-surface" : "border-2 border-border-strong",
        )}
      >
        {done && <Check className="size-3" strokeWidth={3} />}
      </span>
      <span className="min-w-0">
        <span className={clsx("block text-sm", done ? "text-text-muted" : "font-medium")}>
          {label}
          {done && <span className="sr-only">, done</span>}
        </span>
        <span className="block text-text-muted text-xs">{hint}</span>
      </span>
    </>
  );
  if (done) return <div className={cardStyle}>{text}</div>;
  const style = clsx(cardStyle, "transition-colors hover:bg-surface-hover");
  if (where.kind === "panel") {
    return (
      <StepButton panel={where.panel} className={style}>
        {text}
      </StepButton>
    );
  }
  return (
    <Link href={where.href} className={style}>
      {text}
    </Link>
  );
}

type WelcomeProps = Omit<FirstDayProps, "day"> & { day: Extract<FirstDayDto, { kind: "welcome" }> };

function Welcome({ day, channel, actions }: WelcomeProps) {
  return (
    <FirstDayBand
      title={`Welcome to ${day.workspace}`}
      note={`You're in #${channel.name}, with ${membersText(channel.memberCount)}.${channel.topic && ` Topic: ${channel.topic}`}`}
      dismissLabel="Dismiss the welcome"
      endFirstDay={actions.endFirstDay}
      extra={
        <>
          <AllowNotifications />
          {!day.pictured && (
            <Link href={paths.account} className={buttonStyle("secondary", "small")}>
              Add your picture
            </Link>
          )}
        </>
      }
    >
      {day.channels.length > 0 && (
        <Cards>
          {day.channels.map((each) => (
            <li key={each.id} className={cardStyle}>
              <NewChannel channel={each} joinChannel={actions.joinChannel} />
            </li>
          ))}
          <li className="flex">
            <Link
              href={paths.browse}
              className={clsx(cardStyle, "items-center! justify-center text-accent text-sm hover:underline")}
            >
              Browse all channels
            </Link>
          </li>
        </Cards>
      )}
    </FirstDayBand>
  );
}

function NewChannel({ channel, joinChannel }: { channel: NewChannelDto; joinChannel: FormAction }) {
  const { id, name, topic, memberCount, lastPostAt } = channel;
  return (
    <>
      <span className="min-w-0 flex-1">
        <Link href={paths.channel(id)} className="block truncate font-medium text-sm hover:underline">
          #{name}
        </Link>
        {topic && <span className="line-clamp-1 text-text-muted text-xs">{topic}</span>}
        <span className="block text-text-muted text-xs">
          {membersText(memberCount)}
          {lastPostAt && (
            <>
              , active <Time at={lastPostAt} format="relative" className="min-w-0!" />
            </>
          )}
        </span>
      </span>
      <JoinButton channelId={id} name={name} joinChannel={joinChannel} />
    </>
  );
}
