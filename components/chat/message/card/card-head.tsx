import { clsx } from "clsx";
import { Fragment, type ReactNode } from "react";
import { shownText } from "@/components/chat/message/markdown/breakable";
import { withMentionNames } from "@/components/chat/message/markdown/mentions";
import { useMentions, useMessage } from "@/components/chat/message/markdown/mentions-context";
import { OutsideLink } from "@/components/chat/message/markdown/outside-link";
import { lastedText } from "@/components/ui/time/lasted";
import { Time } from "@/components/ui/time/time";
import { linkText } from "@/lib/messages/cards/compose-title";
import type { Embed } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";
import { CardLine } from "./card-line";
import { EmbedIcon } from "./embed-image";
import { ToolName } from "./tool-name";

type CardHeadProps = { embed: Embed; above: "tool" | "place" | undefined; note: ReactNode; actions: ReactNode };

/**
 * A card's first lines: where it comes from and when, then its state and subject. If the tool is named above the card,
 * the rest of the first line is on the right of the subject.
 */
export function CardHead({ embed, above, note, actions }: CardHeadProps) {
  const { tool, author, url } = embed;
  const mentions = useMentions();
  const named = (text: string) => cleanText(withMentionNames(text, mentions));
  const hasTitle = Boolean(linkText(embed) || url || embed.card?.state);
  const hasLine = tool ? above === undefined : author !== undefined && !hasTitle;
  const time = timeOf(embed, useMessage()?.createdAt);
  const source = sourceOf(embed, above, named);
  const end = [time, note].filter(Boolean);
  return (
    <>
      {hasLine && (
        <p
          dir="auto"
          className={clsx(
            "flex min-w-0 max-w-card flex-wrap items-baseline gap-x-1.5 text-text-muted text-xs [overflow-wrap:anywhere]",
            // Two links that are both lower than 24 px need that much from middle to middle (WCAG 2.5.8).
            author?.url && url && "pb-1",
          )}
        >
          <Parts parts={source} />
          {end.length > 0 && (
            <span className="ms-auto inline-flex flex-wrap gap-x-1.5">
              <Parts parts={end} />
            </span>
          )}
        </p>
      )}
      <div className="flex min-w-0 max-w-card flex-wrap items-start justify-between gap-x-3 @md:flex-nowrap">
        {hasTitle && (
          <p
            dir="auto"
            className="min-w-0 max-w-card flex-auto font-semibold text-base leading-5 [overflow-wrap:break-word] @md:flex-1"
          >
            <CardLine embed={embed} mentions={mentions} link="text-accent" placed={false} show={shownText} />
          </p>
        )}
        {!hasLine && source.length + end.length > 0 && (
          <p
            dir="auto"
            className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-text-muted text-xs leading-5 [overflow-wrap:anywhere] @md:max-w-1/2 @md:justify-end"
          >
            <Parts parts={[...source, ...end]} />
          </p>
        )}
        {actions}
      </div>
    </>
  );
}

/** Returns when it happened, or from when until when. A time that the message's own says already is left out. */
export function timeOf({ card, timestamp }: Embed, posted: string | undefined): ReactNode {
  const { startedAt, endedAt, state } = card ?? {};
  if (startedAt && endedAt && endedAt >= startedAt) return <Span from={startedAt} to={endedAt} />;
  const at = startedAt ?? endedAt ?? timestamp;
  if (at === undefined || at.slice(0, 16) === posted?.slice(0, 16)) return null;
  return (
    <span>
      {startedAt && state?.open && "since "}
      <EmbedTime at={at} />
    </span>
  );
}

/** From when until when it was so, and for how long. */
function Span({ from, to }: { from: string; to: string }) {
  const lasted = Date.parse(to) - Date.parse(from);
  return (
    <span>
      <EmbedTime at={from} />
      {lasted >= 60_000 && (
        <>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> to </span>
          <EmbedTime at={to} />
        </>
      )}
      <span className="tabular-nums"> · {lastedText(lasted)}</span>
    </span>
  );
}

/** Returns what is known about where a card comes from, in order. */
function sourceOf(embed: Embed, above: CardHeadProps["above"], named: (text: string) => string): ReactNode[] {
  const { tool, card, author, footer, leads, head } = embed;
  const place = above === "place" || !linkText(embed) ? "" : named(placeOf(embed));
  const name = named(author?.name ?? "");
  const end = isShort(footer) ? named(footer?.text ?? "") : "";
  const showsTool = tool !== undefined && above === undefined;
  return [
    showsTool && <ToolName tool={tool} />,
    place && shownText(place),
    card?.severity && <span className={clsx(card.severity === "critical" && "font-medium")}>{card.severity}</span>,
    name && (
      <>
        <EmbedIcon of={author} className="me-1 inline-block size-4 align-bottom" />
        <OutsideLink
          href={author?.url}
          leads={(leads ?? head?.leads)?.author}
          className={clsx(!tool && "font-medium text-text")}
        >
          {shownText(name)}
        </OutsideLink>
      </>
    ),
    isShort(footer) && (footer?.proxy_icon_url || (end && end !== tool?.name)) && (
      <>
        <EmbedIcon of={footer} className="me-1 inline-block size-4 align-bottom" />
        {shownText(end)}
      </>
    ),
  ].filter(Boolean);
}

/** Returns a card's place in a line: "shop · production", unless that is all it's about. */
export function placeOf({ card }: Pick<Embed, "card">): string {
  const place = card?.place?.join(" · ") ?? "";
  return card?.subject === "" && !card.event ? "" : place;
}

function Parts({ parts }: { parts: readonly ReactNode[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its parts never move.
    <Fragment key={index}>
      {index > 0 && <span aria-hidden="true">·</span>}
      <span className="min-w-0 [unicode-bidi:isolate]">{part}</span>
    </Fragment>
  ));
}

/** Returns whether the embed shows nothing. */
export function isBare({ color, buttons, fields, tool, leads, head, card, payload, ...shown }: Embed): boolean {
  const { title, url, author, description, thumbnail, image, footer, timestamp } = shown;
  const says = title || url || author || description || payload || footer || timestamp || card?.state;
  return !says && !thumbnail && !image && !fields?.length && !buttons?.length;
}

/** Returns whether the footer fits into the first line. */
export function isShort(footer: Embed["footer"]): boolean {
  return footer !== undefined && (footer.text ?? "").length <= 60;
}

const HALF_A_DAY = 12 * 3_600_000;

/** When a card's event happened: a time of day if that's about when it was posted, or else with the date. */
function EmbedTime({ at }: { at: string }) {
  const posted = Date.parse(useMessage()?.createdAt ?? "");
  const isNear = Math.abs(Date.parse(at) - posted) < HALF_A_DAY;
  return <Time at={at} format={isNear ? "clock" : "date"} />;
}
