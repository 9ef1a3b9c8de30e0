"use client";

import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { shownText } from "@/components/chat/message/markdown/breakable";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { withMentionNames } from "@/components/chat/message/markdown/mentions";
import { useMentions } from "@/components/chat/message/markdown/mentions-context";
import { isMadeOfFacts } from "@/lib/messages/cards/tones";
import { type Embed, type EmbedField, type FactKind, STATE_FIELD } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";
import { isShort } from "./card-head";
import { CardLabels } from "./card-labels";
import { CardLinks } from "./card-links";
import { Collapsible } from "./collapsible";
import { EmbedIcon } from "./embed-image";

type CardBodyProps = { embed: Embed; part: string; plain: boolean };

/**
 * A card's text, and below it its facts, labels and links, which share lines: each is as wide as its content, and one that
 * doesn't fit starts a new line. Long text folds.
 */
export function CardBody({ embed, part, plain }: CardBodyProps) {
  const { description = "", payload, footer, buttons, card } = embed;
  // The chip says it already.
  const fields = (embed.fields ?? []).filter(({ name }) => !(card?.state && name === STATE_FIELD));
  const labels = fields.filter(({ kind }) => kind === "labels");
  const facts = fields.filter(({ kind }) => kind !== "labels");
  const text = description.trim();
  // A sender's own short text shares lines with the fields.
  const flows = facts.length > 0 && !isMadeOfFacts(embed) && isLine(text, 160);
  // A short one is in the first line.
  const hasFooter = footer !== undefined && !isShort(footer);
  return (
    <div className="flex min-w-0 flex-col text-card">
      {text !== "" && !flows && (
        <Foldable isLong={text.length > 240 || text.split("\n").length > 4} size="card" part={`${part} text`}>
          <Markdown source={text} plain={plain} className="gap-1!" />
        </Foldable>
      )}
      {(fields.length > 0 || buttons || hasFooter) && (
        <Foldable isLong={fields.length > 12 || isLengthy(fields)} size="fields" part={`${part} fields`}>
          <div className="flex min-w-0 max-w-card flex-wrap items-center gap-x-4 text-sm leading-4.5">
            {flows && <Markdown source={text} plain={plain} className="max-w-full" />}
            {facts.length > 0 && <Facts facts={facts} plain={plain} />}
            {labels.map(({ value }) => (
              <CardLabels key={value} value={value} few={facts.length > 0 ? 2 : 3} />
            ))}
            {buttons && <CardLinks embed={embed} />}
            {hasFooter && <LongFooter footer={footer} />}
          </div>
        </Foldable>
      )}
      {payload && <Markdown source={payload} plain={plain} />}
    </div>
  );
}

// Most cards are short, and each fold observes its size.
function Foldable({ isLong, children, ...fold }: { isLong: boolean } & ComponentProps<typeof Collapsible>) {
  return isLong ? <Collapsible {...fold}>{children}</Collapsible> : children;
}

function isLengthy(fields: readonly EmbedField[]): boolean {
  return fields.reduce((sum, { value }) => sum + value.length + 40 * value.split("\n").length, 0) > 800;
}

/** Returns whether the Markdown is one line of text, not a list, heading, quote, table or code block. */
function isLine(text: string, most: number): boolean {
  return (
    text !== "" && text.length <= most && !/\n/.test(text) && !/^\s*(?:[#>|]|[-+*]\s|\d+[.)]\s|`{3}|~{3})/.test(text)
  );
}

// As many as more than one line takes.
const MANY = 5;
const digits: readonly (FactKind | undefined)[] = ["number", "duration", "bytes", "money", "time"];

/** Facts as "name: value". Many short ones are in columns. */
function Facts({ facts, plain }: { facts: readonly EmbedField[]; plain: boolean }) {
  const mentions = useMentions();
  const inColumns = facts.length >= MANY && facts.every(({ name, value }) => name.length + value.length <= 26);
  return (
    <dl className={inColumns ? "grid w-full grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4" : "contents"}>
      {facts.map((field, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its fields never move.
          key={index}
          dir="auto"
          className={clsx(
            "min-w-0 max-w-full",
            !inColumns && (field.inline === false || field.value.length > 90) && "w-full",
          )}
        >
          <FieldName>{cleanText(withMentionNames(field.name, mentions))}</FieldName>
          <FieldValue field={field} plain={plain} />
        </div>
      ))}
    </dl>
  );
}

function FieldName({ children }: { children: string }) {
  const endsItself = /[:?!]\s*$/.test(children);
  return (
    <dt
      className={clsx(
        "me-1 inline text-text-muted [overflow-wrap:anywhere] [unicode-bidi:isolate]",
        !endsItself && "after:content-[':']",
      )}
    >
      {shownText(children)}
    </dt>
  );
}

function FieldValue({ field: { value, kind }, plain }: { field: EmbedField; plain: boolean }) {
  const flows = isLine(value, 1024);
  return (
    <dd
      className={clsx(
        flows ? "inline" : "mt-0.5 mb-1",
        digits.includes(kind) && "tabular-nums",
        kind === "code" && "font-mono",
      )}
    >
      <Markdown source={value} plain={plain} className={flows ? "inline! [&>p]:inline" : "gap-1!"} />
    </dd>
  );
}

/** A long footer, muted, at the card's end. */
function LongFooter({ footer }: { footer: NonNullable<Embed["footer"]> }) {
  return (
    <p dir="auto" className="flex w-full items-start gap-1.5 text-text-muted text-xs [overflow-wrap:anywhere]">
      <EmbedIcon of={footer} className="size-4" />
      <span>{shownText(cleanText(withMentionNames(footer.text ?? "", useMentions())))}</span>
    </p>
  );
}
