"use client";

import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { shownText } from "@/components/chat/message/markdown/breakable";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { withMentionNames } from "@/components/chat/message/markdown/mentions";
import { useMentions, useMessage } from "@/components/chat/message/markdown/mentions-context";
import { Time } from "@/components/ui/time/time";
import { type CardHead, type Embed, type EmbedField, STATE_FIELD, type Tone } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";
import { Collapsible } from "./collapsible";
import { EmbedIcon } from "./embed-image";

/** Backgrounds and text colors of the tones. */
export const soft: Record<Tone, string> = {
  danger: "bg-danger-soft text-danger",
  warning: "bg-warning-soft text-warning",
  success: "bg-success-soft text-success",
  neutral: "",
};

type CardBodyProps = { embed: Embed; part: string; plain: boolean; head: CardHead };

/**
 * A card's text, fields and footer. Short ones share lines: each is as wide as its content, and one that doesn't fit
 * starts a new line. Long text folds.
 */
export function CardBody({ embed, part, plain, head }: CardBodyProps) {
  const { description = "", payload, footer } = embed;
  // The title has it already.
  const fields = (embed.fields ?? []).filter(({ name }) => !(embed.state && name === STATE_FIELD));
  const text = description.trim();
  const flows = isLine(text, 160);
  // A short one is in the first line.
  const hasFooter = footer !== undefined && !isShort(footer);
  return (
    <div className="flex min-w-0 flex-col text-card">
      {text !== "" && !flows && (
        <Foldable isLong={text.length > 240 || text.split("\n").length > 4} size="card" part={`${part} text`}>
          <Markdown source={text} plain={plain} className="gap-1!" />
        </Foldable>
      )}
      {(fields.length > 0 || flows || hasFooter) && (
        <Foldable isLong={fields.length > 12 || isLengthy(fields)} size="fields" part={`${part} fields`}>
          <div className="flex min-w-0 max-w-card flex-wrap gap-x-4">
            <Lines text={flows ? text : ""} fields={fields} plain={plain} head={head} />
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

function Lines({
  text,
  fields,
  plain,
  head: { tone, marked },
}: {
  text: string;
  fields: readonly EmbedField[];
  plain: boolean;
  head: CardHead;
}) {
  const mentions = useMentions();
  return (
    <>
      {text && <Markdown source={text} plain={plain} className="max-w-full" />}
      {fields.length > 0 && (
        <dl className="contents">
          {fields.map((field, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its fields never move.
              key={index}
              dir="auto"
              className={clsx("min-w-0 max-w-full", (!field.inline || field.value.length > 90) && "w-full")}
            >
              <FieldName>{cleanText(withMentionNames(field.name, mentions))}</FieldName>
              <FieldValue field={field} plain={plain} className={marked.includes(index) ? soft[tone] : ""} />
            </div>
          ))}
        </dl>
      )}
    </>
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

function FieldValue({ field: { value }, plain, className }: { field: EmbedField; plain: boolean; className: string }) {
  const flows = isLine(value, 1024);
  return (
    <dd className={clsx(flows ? "inline" : "mt-0.5 mb-1", className && "rounded-md px-1 font-medium", className)}>
      <Markdown source={value} plain={plain} className={flows ? "inline! [&>p]:inline" : "gap-1!"} />
    </dd>
  );
}

/** Returns whether the footer fits into the first line. */
export function isShort(footer: Embed["footer"]): boolean {
  return footer !== undefined && (footer.text ?? "").length <= 60;
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

const HALF_A_DAY = 12 * 3_600_000;

/** When a card's event happened: a time of day if that's about when it was posted, or else with the date. */
export function EmbedTime({ at }: { at: string }) {
  const posted = Date.parse(useMessage()?.createdAt ?? "");
  const isNear = Math.abs(Date.parse(at) - posted) < HALF_A_DAY;
  return <Time at={at} format={isNear ? "clock" : "date"} />;
}
