"use client";

import { clsx } from "clsx";
import { Component, type ReactNode } from "react";
import { shownText } from "@/components/chat/message/markdown/breakable";
import { withMentionNames } from "@/components/chat/message/markdown/mentions";
import { useMentions } from "@/components/chat/message/markdown/mentions-context";
import { LeadsTo, OutsideLink } from "@/components/chat/message/markdown/outside-link";
import { withSigns } from "@/components/emoji/signs";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Badge } from "@/components/ui/display/badge";
import { Circle, Octagon, SquareArrowOutUpRight, Triangle } from "@/components/ui/icons/icons";
import type { CardHead, Embed, EmbedTool, Tone } from "@/lib/messages/dto";
import { safeHref } from "@/lib/messages/markdown/safe-href";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { CardBody, EmbedTime, isShort, soft } from "./card-body";
import { EmbedIcon, EmbedImage, EmbedThumbnail } from "./embed-image";

/**
 * An embed as a card: the tool and place it comes from, its state and title, its text and fields as one flow. Errors
 * stay inside it.
 */
export function EmbedCard(props: EmbedCardProps) {
  return (
    <EmbedBoundary>
      <Card {...props} />
    </EmbedBoundary>
  );
}

function Card({ embed, part = "card", plain = false, note }: EmbedCardProps) {
  const mentions = useMentions();
  if (isOnlyButtons(embed)) return <EmbedButtons embed={embed} note={note} />;
  const { url, author, description, thumbnail, image, footer, timestamp, fields, buttons, tool, quote } = embed;
  const head = embed.head ?? noHead;
  const title = cleanText(withMentionNames(head.title ?? embed.title ?? "", mentions));
  const hasSource = tool !== undefined || author !== undefined;
  const isEmpty = !(title || url || author || description || thumbnail || image || footer || timestamp);
  return (
    <div
      data-card
      className="relative w-fit min-w-[min(100%,var(--measure))] max-w-full overflow-hidden rounded-xl border border-border bg-surface-raised"
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 start-0 z-10 w-1 bg-border-strong"
        style={{ background: embedColor(embed.color) }}
      />
      <div className="flex flex-col gap-(--card-part) py-0.5 ps-4 pe-3">
        {isEmpty && !fields?.length && !buttons?.length && <p className="text-sm text-text-muted">No text</p>}
        <div className="flex min-w-0 items-start gap-3">
          <div className="min-w-0 flex-1">
            {hasSource && <SourceLine embed={embed} place={head.place ?? ""} note={note} />}
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <EmbedTitle head={head} title={title} url={url} />
              {!hasSource && <AsideTitle embed={embed} note={note} />}
            </div>
            <CardBody embed={embed} part={part} plain={plain} head={head} />
          </div>
          {thumbnail && <EmbedThumbnail image={thumbnail} alt={title ? `Thumbnail: ${title}` : "Thumbnail"} />}
        </div>
        {image && (
          <div data-image>
            <EmbedImage image={image} alt={title ? `Image: ${title}` : "Image"} />
          </div>
        )}
        {buttons && <EmbedButtons embed={embed} />}
        {quote && (
          <Link
            href={paths.message(quote.channelId, quote.seq)}
            className="self-start text-accent text-sm hover:underline"
          >
            View in {cleanText(quote.channel)}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Buttons alone get no frame. */
function isOnlyButtons({ buttons, color, tool, head, ...others }: Embed): boolean {
  return buttons !== undefined && Object.keys(others).length === 0;
}

const noHead: CardHead = { tone: "neutral", marked: [] };

type EmbedCardProps = {
  embed: Embed;
  /** Distinguishes the card from the others of its message. */
  part?: string;
  /** Shows its texts without Markdown. */
  plain?: boolean;
  /** Muted text at the end of the first line. */
  note?: ReactNode;
};

/** The first line: the tool, where it happened, who did it, and when. */
function SourceLine({ embed: { tool, author, footer, timestamp, url, head }, place, note }: SourceLineProps) {
  const mentions = useMentions();
  const name = author && cleanText(withMentionNames(author.name, mentions));
  return (
    <p
      dir="auto"
      className={clsx(
        "flex min-w-0 flex-wrap items-center gap-x-1.5 text-text-muted text-xs [overflow-wrap:anywhere]",
        // Two links that are both lower than 24 px need that much from middle to middle (WCAG 2.5.8).
        author?.url && url && "pb-1",
      )}
    >
      {tool && <ToolName tool={tool} />}
      {place && <SourcePart first={!tool}>{shownText(cleanText(withMentionNames(place, mentions)))}</SourcePart>}
      {author && name && (
        <SourcePart first={!tool && !place}>
          <EmbedIcon of={author} className="me-1 inline-block size-4 align-bottom" />
          <OutsideLink href={author.url} leads={head?.leads?.author} className={clsx(!tool && "font-medium text-text")}>
            {shownText(name)}
          </OutsideLink>
        </SourcePart>
      )}
      {isShort(footer) && <EmbedFooter footer={footer} tool={tool} />}
      {(timestamp || note) && (
        <span className="ms-auto">
          {timestamp && <EmbedTime at={timestamp} />}
          {timestamp && note && <span aria-hidden="true"> · </span>}
          {note}
        </span>
      )}
    </p>
  );
}

type SourceLineProps = { embed: Embed; place: string; note: ReactNode };

/** Beside the title of a card without a first line of its own: a short footer, and when it happened. */
function AsideTitle({ embed: { footer, timestamp }, note }: { embed: Embed; note: ReactNode }) {
  const mentions = useMentions();
  const text = isShort(footer) ? cleanText(withMentionNames(footer?.text ?? "", mentions)) : "";
  const parts = [text && shownText(text), timestamp && <EmbedTime key="time" at={timestamp} />, note].filter(Boolean);
  if (parts.length === 0 && !footer?.proxy_icon_url) return null;
  return (
    <p dir="auto" className="flex min-w-0 items-center gap-x-1.5 text-text-muted text-xs [overflow-wrap:anywhere]">
      {isShort(footer) && <EmbedIcon of={footer} className="size-4" />}
      {parts.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its parts never move.
        <SourcePart key={index} first={index === 0}>
          {each}
        </SourcePart>
      ))}
    </p>
  );
}

function SourcePart({ first, children }: { first: boolean; children: ReactNode }) {
  return (
    <>
      {!first && <span aria-hidden="true">·</span>}
      <span className="min-w-0 [unicode-bidi:isolate]">{children}</span>
    </>
  );
}

/** A tool's logo and name. */
function ToolName({ tool: { name, mark } }: { tool: EmbedTool }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-text">
      {mark && (
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="size-3.5 shrink-0">
          <use href={`${paths.senderMarks}#${encodeURIComponent(mark)}`} />
        </svg>
      )}
      {withSigns(cleanText(name))}
    </span>
  );
}

/** In the first line, the footer, unless it only repeats the tool's name. */
function EmbedFooter({ footer, tool }: { footer: Embed["footer"]; tool: EmbedTool | undefined }) {
  const text = cleanText(withMentionNames(footer?.text ?? "", useMentions()));
  if ((text === "" && !footer?.proxy_icon_url) || text === tool?.name) return null;
  return (
    <SourcePart first={false}>
      <EmbedIcon of={footer} className="me-1 inline-block size-4 align-bottom" />
      {shownText(text)}
    </SourcePart>
  );
}

/** The state and the title, linked if there is a URL. A URL without a title is shown itself. */
function EmbedTitle({ head: { tone, state, within, marked, leads }, title, url }: EmbedTitleProps) {
  const text = title || cleanText(url ?? "");
  if (!text && !state) return null;
  return (
    <p dir="auto" className="min-w-0 max-w-card font-semibold text-base leading-5 [overflow-wrap:break-word]">
      {state && <StateChip tone={tone}>{cleanText(state)}</StateChip>}
      {!state && !within && marked.length === 0 && <ColorMark tone={tone} />}
      {text && (
        <OutsideLink href={url} leads={leads?.title} className={url ? "text-accent" : ""}>
          {within ? <MarkedTitle within={within} tone={tone} /> : shownText(text)}
        </OutsideLink>
      )}
    </p>
  );
}

type EmbedTitleProps = { head: CardHead; title: string; url: string | undefined };

/** A sender's own title with the word that says its state in that color. */
function MarkedTitle({ within, tone }: { within: NonNullable<CardHead["within"]>; tone: Tone }) {
  const mentions = useMentions();
  const [before, word, after] = within.map((text) => cleanText(withMentionNames(text, mentions)));
  return (
    <>
      {shownText(before ?? "")}
      <span className={clsx("rounded-md px-0.5", soft[tone])}>{word}</span>
      {shownText(after ?? "")}
    </>
  );
}

/** A state's word in its color. */
function StateChip({ tone, children }: { tone: Tone; children: string }) {
  return (
    <>
      <Badge tone={tone} className="h-4.5! px-1.5! align-[0.0625rem]">
        {children}
      </Badge>{" "}
    </>
  );
}

const shapes = { danger: Octagon, warning: Triangle, success: Circle };
const toneName = { danger: "Red", warning: "Amber", success: "Green" };
const hues = { danger: "text-danger", warning: "text-warning", success: "text-success" };

/**
 * A shape and name for a color that no word explains. It says "Red" rather than "Failed", because the sender hasn't
 * said what the color means.
 */
function ColorMark({ tone }: { tone: Tone }) {
  if (tone === "neutral") return null;
  const Shape = shapes[tone];
  return (
    <span title={`Marked ${toneName[tone].toLowerCase()} by the sender`} className={clsx("me-1.5", hues[tone])}>
      <Shape aria-hidden="true" fill="currentColor" className="inline size-3 align-[-0.0625rem]" />
      <span className="sr-only">{toneName[tone]}: </span>
    </span>
  );
}

/** The embed's buttons, which link outside Parley. Those without a valid URL aren't shown. */
function EmbedButtons({ embed: { buttons = [], head }, note }: { embed: Embed; note?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {buttons.map(
        ({ label, url }, index) =>
          safeHref(url) && (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its buttons never move.
              key={index}
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonStyle("secondary", "small", "max-w-full no-underline")}
            >
              <span dir="auto" className="truncate">
                {withSigns(cleanText(label))}
              </span>
              <LeadsTo destination={head?.leads?.buttons?.[index]} />
              <SquareArrowOutUpRight aria-hidden="true" className="size-3.5 shrink-0 text-text-muted" />
            </a>
          ),
      )}
      {note && <span className="text-text-muted text-xs">{note}</span>}
    </div>
  );
}

/** Returns "#2f9e63" for a decimal color, or undefined without one. */
function embedColor(color: number | undefined): string | undefined {
  return color === undefined ? undefined : `#${Math.trunc(color).toString(16).padStart(6, "0")}`;
}

/** Shows an error in place of a card that fails to render. The other cards stay. */
class EmbedBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <p className="text-sm text-text-muted">This card couldn't be displayed.</p>;
  }
}
