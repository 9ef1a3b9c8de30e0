"use client";

import { clsx } from "clsx";
import { Component, type ReactNode, useState } from "react";
import { withMentionNames } from "@/components/chat/message/markdown/mentions";
import { useMentions } from "@/components/chat/message/markdown/mentions-context";
import { Link } from "@/components/ui/controls/link";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { isMadeOfFacts, TONE_COLORS } from "@/lib/messages/cards/tones";
import { type Embed, STATE_TONES, type StateTone } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { CardBody } from "./card-body";
import { CardHead, isBare } from "./card-head";
import { CardLinks } from "./card-links";
import { EmbedImage, EmbedThumbnail } from "./embed-image";

const FoldedCard = deferredPart(async () => (await import("./folded-card")).FoldedCard);

/** An embed as a card: where it comes from, its state and subject, its text, facts and links. Errors stay inside it. */
export function EmbedCard(props: EmbedCardProps) {
  return (
    <EmbedBoundary>
      <Card {...props} />
    </EmbedBoundary>
  );
}

function Card({ embed, part = "card", plain = false, note, above, actions, taken, folds = false }: EmbedCardProps) {
  // It doesn't fold while someone looks at it: nothing moves when a newer message arrives.
  const [mayFold] = useState(folds);
  const mentions = useMentions();
  if (isOnlyButtons(embed)) return <CardLinks embed={embed} note={note} />;
  const { card, thumbnail, image, quote } = embed;
  const title = cleanText(withMentionNames((isMadeOfFacts(embed) ? card?.subject : embed.title) ?? "", mentions));
  const whole = (
    <div className="flex flex-col gap-(--card-part) py-(--card-space) ps-4 pe-3">
      {isBare(embed) && <p className="text-sm text-text-muted">No text</p>}
      <div className="flex min-w-0 items-start gap-3">
        <div className="min-w-0 flex-1">
          <CardHead embed={embed} above={above} note={note} actions={actions} />
          <CardBody embed={embed} part={part} plain={plain} />
        </div>
        {thumbnail && <EmbedThumbnail image={thumbnail} alt={title ? `Thumbnail: ${title}` : "Thumbnail"} />}
      </div>
      {image && (
        <div data-image>
          <EmbedImage image={image} alt={title ? `Image: ${title}` : "Image"} />
        </div>
      )}
      {quote && (
        <Link
          href={paths.message(quote.channelId, quote.seq)}
          className="self-start text-accent text-sm hover:underline"
        >
          View in {cleanText(quote.channel)}
        </Link>
      )}
      {taken}
    </div>
  );
  return (
    <div
      data-card
      className="relative w-fit min-w-[min(100%,var(--measure))] max-w-full overflow-hidden rounded-xl border border-border bg-surface-raised"
    >
      <Bar embed={embed} />
      {mayFold && folds ? (
        <FoldedCard embed={embed} part={part}>
          {whole}
        </FoldedCard>
      ) : (
        whole
      )}
    </div>
  );
}

/** Buttons alone get no frame. */
function isOnlyButtons({ buttons, color, tool, leads, head, ...others }: Embed): boolean {
  return buttons !== undefined && Object.keys(others).length === 0;
}

type EmbedCardProps = {
  embed: Embed;
  /** Distinguishes the card from the others of its message. */
  part?: string;
  /** Shows its texts without Markdown. */
  plain?: boolean;
  /** Muted text at the end of the first line. */
  note?: ReactNode;
  /** What the line above the card says already. */
  above?: "tool" | "place" | undefined;
  /** Buttons on the right of its subject: what can be done about its incident. */
  actions?: ReactNode;
  /** Who takes care of its incident. */
  taken?: ReactNode;
  /** Whether it's over and newer messages follow, so that one line is enough. */
  folds?: boolean;
};

const bars: Record<StateTone, string> = {
  good: "bg-success",
  bad: "bg-danger",
  warning: "bg-warning",
  progress: "bg-progress",
  done: "bg-done",
  none: "bg-border-strong",
};

/** The color at the card's start: its state's, or the one that its sender chose. */
function Bar({ embed }: { embed: Embed }) {
  const tone = isMadeOfFacts(embed) ? toneOfCard(embed) : undefined;
  return (
    <span
      aria-hidden="true"
      className={clsx("absolute inset-y-0 start-0 z-10 w-1", bars[tone ?? "none"])}
      style={tone ? undefined : { background: embedColor(embed.color) }}
    />
  );
}

function toneOfCard({ card, color }: Embed): StateTone | undefined {
  return card?.state?.tone ?? STATE_TONES.find((each) => TONE_COLORS[each] === color);
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
