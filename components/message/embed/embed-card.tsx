"use client";

import { clsx } from "clsx";
import { SquareArrowOutUpRight } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Markdown } from "@/components/message/markdown/markdown";
import { withNames } from "@/components/message/markdown/mentions";
import { useMentions } from "@/components/message/markdown/mentions-context";
import { Destination, OutsideLink } from "@/components/message/markdown/outside-link";
import { buttonStyle } from "@/components/ui/button-style";
import { Time } from "@/components/ui/time";
import { type Embed, type EmbedButton, type EmbedField, isEmbed } from "@/lib/messages/dto";
import { safeHref } from "@/lib/messages/markdown/safe-href";
import { cleanText } from "@/lib/text";
import { Collapsible } from "./collapsible";
import { EmbedIcon, EmbedImage, EmbedThumbnail } from "./embed-image";

/** An embed as a card. Errors stay inside it. */
export function EmbedCard(props: EmbedCardProps) {
  return (
    <EmbedBoundary embed={props.embed}>
      <Card {...props} />
    </EmbedBoundary>
  );
}

function Card({ embed, plain = false }: EmbedCardProps) {
  if (isOnlyButtons(embed)) return <EmbedButtons buttons={embed.buttons ?? []} />;
  return (
    <div className="@container relative overflow-hidden rounded-xl border border-border bg-surface-raised">
      <span
        aria-hidden="true"
        className="absolute inset-y-0 start-0 z-10 w-1 bg-border-strong"
        style={{ background: embedColor(embed.color) }}
      />
      <Collapsible>
        <div className="flex flex-col gap-(--card-part) py-2.5 ps-4 pe-3">
          <EmbedContent embed={embed} plain={plain} />
        </div>
      </Collapsible>
    </div>
  );
}

function EmbedContent({ embed, plain }: { embed: Embed; plain: boolean }) {
  const { url, author, description, thumbnail, image, footer, timestamp, fields, buttons } = embed;
  const mentions = useMentions();
  const title = embed.title && withNames(embed.title, mentions);
  const hasHead = Boolean(author || title || url || description || thumbnail);
  const hasRest = Boolean(fields?.length || image || footer || timestamp || buttons?.length);
  if (!hasHead && !hasRest) return <p className="text-sm text-text-muted">No text</p>;
  return (
    <>
      {hasHead && (
        <div className="flex items-start justify-between gap-3">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            {author && <EmbedAuthor author={author} />}
            <EmbedTitle title={title} url={url} />
            {description && <Markdown source={description.trim()} plain={plain} className="text-sm" />}
          </div>
          {thumbnail && <EmbedThumbnail image={thumbnail} alt={title ? `Thumbnail: ${title}` : "Thumbnail"} />}
        </div>
      )}
      {fields && fields.length > 0 && <EmbedFields fields={fields} plain={plain} />}
      {image && <EmbedImage image={image} alt={title ? `Image: ${title}` : "Image"} />}
      {buttons && <EmbedButtons buttons={buttons} />}
      <EmbedFooter footer={footer} timestamp={timestamp} />
    </>
  );
}

/** Buttons alone get no frame. */
function isOnlyButtons({ buttons, color, ...others }: Embed): boolean {
  return buttons !== undefined && Object.keys(others).length === 0;
}

type EmbedCardProps = {
  embed: Embed;
  /** Shows its texts without Markdown. */
  plain?: boolean;
};

/** An embed's author: icon and name. */
function EmbedAuthor({ author }: { author: NonNullable<Embed["author"]> }) {
  const name = withNames(cleanText(author.name), useMentions());
  return (
    <p dir="auto" className="flex items-center gap-2 font-medium text-sm [overflow-wrap:anywhere]">
      <EmbedIcon of={author} className="size-5" />
      <OutsideLink href={author.url} says={name}>
        {name}
      </OutsideLink>
    </p>
  );
}

/** The title, linked if there is a URL. A URL without a title is shown itself. */
function EmbedTitle({ title, url }: { title: string | undefined; url: string | undefined }) {
  if (!title && !url) return null;
  const text = cleanText(title || url || "");
  return (
    <p dir="auto" className="font-semibold text-base leading-5 [overflow-wrap:anywhere]">
      <OutsideLink href={url} says={text} className={url ? "text-accent" : ""}>
        {text}
      </OutsideLink>
    </p>
  );
}

/** An embed's fields. Inline ones share a row, as many as the card's width allows, up to three. */
function EmbedFields({ fields, plain }: { fields: readonly EmbedField[]; plain: boolean }) {
  const mentions = useMentions();
  return (
    <dl className="grid @min-[15rem]:grid-cols-2 @min-[27rem]:grid-cols-3 gap-x-4 gap-y-(--card-part)">
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its fields never move.
        <div key={index} className={clsx("min-w-0", !field.inline && "col-span-full")}>
          <dt className="font-semibold text-sm [overflow-wrap:anywhere]">
            {withNames(cleanText(field.name), mentions)}
          </dt>
          <dd>
            <Markdown source={field.value} plain={plain} className="text-sm" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The embed's buttons, which link outside Parley. Those without a valid URL aren't shown. */
function EmbedButtons({ buttons }: { buttons: readonly EmbedButton[] }) {
  return (
    <div className="flex flex-wrap gap-1.5">
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
                {cleanText(label)}
              </span>
              <Destination href={url} says={label} />
              <SquareArrowOutUpRight aria-hidden="true" className="size-3.5 shrink-0 text-text-muted" />
            </a>
          ),
      )}
    </div>
  );
}

/** The muted line at an embed's end: its source and time. */
function EmbedFooter({ footer, timestamp }: Pick<Embed, "footer" | "timestamp">) {
  const text = withNames(cleanText(footer?.text ?? ""), useMentions());
  if (!text && !footer?.icon_url && !timestamp) return null;
  return (
    <p dir="auto" className="flex items-start gap-1.5 text-text-muted text-xs [overflow-wrap:anywhere]">
      <EmbedIcon of={footer} className="size-4" />
      <span>
        {text}
        {text && timestamp && <span aria-hidden="true"> · </span>}
        {timestamp && <Time at={timestamp} format="date" />}
      </span>
    </p>
  );
}

/** Returns the CSS color of an embed's bar; undefined for an invalid one. */
function embedColor(color: number | undefined): string | undefined {
  if (color === undefined || !Number.isInteger(color) || color < 0 || color > 0xffffff) return undefined;
  return `#${color.toString(16).padStart(6, "0")}`;
}

/**
 * Contains a broken embed. Error boundaries don't work on the server, so an invalid embed is never rendered. Not a
 * Suspense boundary: the server would send a placeholder first and the card after the page.
 */
class EmbedBoundary extends Component<{ embed: unknown; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed && isEmbed(this.props.embed)) return this.props.children;
    return <p className="text-sm text-text-muted">This card couldn't be displayed.</p>;
  }
}
