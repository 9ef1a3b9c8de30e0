import { clsx } from "clsx";
import { Markdown } from "@/components/message/markdown/markdown";
import { withNames } from "@/components/message/markdown/mentions";
import { useMentions } from "@/components/message/markdown/mentions-context";
import type { EmbedField } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";

/** An embed's fields: inline ones side by side, as many as the card's width carries and never more than three. */
export function EmbedFields({ fields, plain }: { fields: readonly EmbedField[]; plain: boolean }) {
  const mentions = useMentions();
  return (
    <dl className="grid @min-[15rem]:grid-cols-2 @min-[27rem]:grid-cols-3 gap-x-4 gap-y-(--card-part)">
      {fields.map((field, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its fields never move.
        <div key={place} className={clsx("min-w-0", !field.inline && "col-span-full")}>
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
