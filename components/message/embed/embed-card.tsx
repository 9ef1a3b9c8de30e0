import { Markdown } from "@/components/message/markdown/markdown";
import { withNames } from "@/components/message/markdown/mentions";
import { useMentions } from "@/components/message/markdown/mentions-context";
import type { Embed } from "@/lib/messages/dto";
import { Collapsible } from "./collapsible";
import { EmbedBoundary } from "./embed-boundary";
import { EmbedButtons } from "./embed-buttons";
import { embedColor } from "./embed-color";
import { EmbedFields } from "./embed-fields";
import { EmbedFooter } from "./embed-footer";
import { EmbedAuthor, EmbedTitle } from "./embed-header";
import { EmbedImage, EmbedThumbnail } from "./embed-image";

/** An embed as a card. Whatever is wrong with it stays inside it. */
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
          {thumbnail && <EmbedThumbnail picture={thumbnail} alt={title ? `Thumbnail: ${title}` : "Thumbnail"} />}
        </div>
      )}
      {fields && fields.length > 0 && <EmbedFields fields={fields} plain={plain} />}
      {image && <EmbedImage picture={image} alt={title ? `Image: ${title}` : "Image"} />}
      {buttons && <EmbedButtons buttons={buttons} />}
      <EmbedFooter footer={footer} timestamp={timestamp} />
    </>
  );
}

/** Around nothing but buttons there is nothing to frame. */
function isOnlyButtons({ buttons, color, ...others }: Embed): boolean {
  return buttons !== undefined && Object.keys(others).length === 0;
}

type EmbedCardProps = {
  embed: Embed;
  /** Show its texts as they were written, without Markdown. */
  plain?: boolean;
};
