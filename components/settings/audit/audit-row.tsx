import { clsx } from "clsx";
import { Avatar } from "@/components/ui/display/avatar";
import { ArrowRight } from "@/components/ui/icons/more-icons";
import { Cell, Row, RowHeader } from "@/components/ui/lists/table";
import { Time } from "@/components/ui/time/time";
import type { AuditEntryDto } from "@/lib/audit/dto";
import { changesOf, columnsOf, type SentencePart, type ShownChange } from "./describe";

// In a tall row, everything begins beside the name.
const cell = "min-w-0 break-words text-text-muted lg:pt-2.5 lg:align-top";

/** An entry as a row: when, who, what with the reason and the changed values, on what, and from where. */
export function AuditRow({ entry }: { entry: AuditEntryDto }) {
  const { what, on, from } = columnsOf(entry);
  const changes = changesOf(entry);
  return (
    <Row className="max-lg:ps-13">
      <Cell className={clsx(cell, "whitespace-nowrap max-lg:order-last max-lg:w-full")}>
        <Time at={entry.createdAt} format="date" />
      </Cell>
      <RowHeader className="lg:align-top">
        <span className="flex items-center gap-3 max-lg:-ms-9">
          <Who entry={entry} size={24} />
          <span className="min-w-0 break-words font-medium">{entry.actorName ?? entry.webhookName ?? "Someone"}</span>
        </span>
      </RowHeader>
      <Cell className={cell}>
        <span className="block break-words first-letter:uppercase">
          <Sentence parts={what} />
        </span>
        {entry.messageId && <span className="block break-all tabular-nums">Message {entry.messageId}</span>}
        <Reason reason={entry.reason} />
        {changes.length > 0 && (
          <dl className="mt-1 flex flex-col gap-1">
            {changes.map((change) => (
              <Change key={change.label} change={change} />
            ))}
          </dl>
        )}
      </Cell>
      <Cell className={clsx(cell, on.length === 0 && "max-lg:hidden")}>
        <Sentence parts={on} />
      </Cell>
      <Cell label="from" className={clsx(cell, from.length === 0 && "max-lg:hidden")}>
        <Sentence parts={from} />
      </Cell>
    </Row>
  );
}

/** The person who did it, or the webhook it happened to. */
export function Who({ entry, ...shown }: { entry: AuditEntryDto; size: number; className?: string }) {
  const { actorName, actorId, actorAvatarUrl, webhookName, webhookId } = entry;
  if (actorName === null && webhookName !== null) {
    return <Avatar name={webhookName} seed={webhookId ?? webhookName} src={null} shape="square" {...shown} />;
  }
  const name = actorName ?? "?";
  return <Avatar name={name} seed={actorId ?? name} src={actorAvatarUrl} {...shown} />;
}

/** A sentence with its names emphasized. */
export function Sentence({ parts }: { parts: SentencePart[] }) {
  return parts.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
      <strong key={index} className="font-medium text-text">
        {part.strong}
      </strong>
    ),
  );
}

/** The reason given by the person. */
function Reason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return <p className="mt-1 whitespace-pre-line break-words text-text">“{reason}”</p>;
}

function Change({ change: { label, from, to } }: { change: ShownChange }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="shrink-0">{label}</dt>
      <dd className="min-w-0 break-words text-text">
        <span className="sr-only">from </span>
        <span className={clsx("text-text-muted", from && "line-through decoration-border-strong")}>
          {from ?? "none"}
        </span>
        <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 text-text-muted" />
        <span className="sr-only"> to </span>
        {to ?? <span className="text-text-muted">none</span>}
      </dd>
    </div>
  );
}
