"use client";

import { clsx } from "clsx";
import { Fragment, type ReactNode } from "react";
import { useHighlight } from "@/components/chat/message/highlight/use-highlight";
import { withSigns } from "@/components/emoji/signs";
import { useAuthorAction } from "@/components/people/author-action";
import { openProfile } from "@/components/people/open-profile";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { ChevronRight } from "@/components/ui/icons/icons";
import { PAYLOAD_CODE } from "@/lib/messages/cards/markdown-texts";
import { directionOf } from "@/lib/messages/markdown/direction";
import { plainText } from "@/lib/messages/markdown/plain-text";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";
import { paths } from "@/lib/text/paths";
import { breakable, shownText } from "./breakable";
import { BulletList, Heading, ListItem, OrderedList, Table, TableCell } from "./elements";
import { mentionText } from "./mentions";
import { useMentions } from "./mentions-context";
import { OutsideLink } from "./outside-link";

// Above the code, so nothing moves when it appears.
const CopyButton = deferredPart(async () => (await import("@/components/ui/controls/copy-button")).CopyButton);

const link = "text-accent underline decoration-1 underline-offset-2 [unicode-bidi:isolate] hover:text-accent-hover";

/** Renders nodes as elements. `inLink` prevents nested links. */
export function renderNodes(nodes: readonly MarkdownNode[], inLink = false): ReactNode[] {
  // Nodes only change all together, so indexes are good keys.
  return nodes.map((node, index) => <Fragment key={String(index)}>{renderNode(node, inLink)}</Fragment>);
}

function renderNode(node: MarkdownNode, inLink: boolean): ReactNode {
  const { text = "", href = "", children = [] } = node;
  const inside = () => renderNodes(children, inLink);
  switch (node.type) {
    case "text":
      return shownText(text);
    case "softbreak":
    case "hardbreak":
      return <br />;
    case "code_inline":
      return (
        <code
          dir="ltr"
          className="rounded-md bg-surface-sunken px-1 py-px font-mono text-[0.9em] leading-none ring-1 ring-border ring-inset"
        >
          {withSigns(text, breakable)}
        </code>
      );
    case "mention":
      return (
        <MentionPill id={node.id} inLink={inLink}>
          {text}
        </MentionPill>
      );
    case "strong":
      return <strong className="font-semibold">{inside()}</strong>;
    case "em":
      return <em>{inside()}</em>;
    case "s":
      return <s className="text-text-muted">{inside()}</s>;
    case "link":
      return inLink ? (
        inside()
      ) : (
        <OutsideLink href={href} title={node.title} leads={node.leads} className={link}>
          {renderNodes(children, true)}
        </OutsideLink>
      );
    case "image":
      return <ImageLink node={node} inLink={inLink} />;
    case "paragraph":
      return (
        <p dir="auto" className="max-w-measure">
          {inside()}
        </p>
      );
    case "heading":
      return <Heading level={node.level ?? 1}>{inside()}</Heading>;
    case "blockquote":
      return (
        <blockquote
          dir={directionOf(children)}
          className="flex max-w-measure flex-col gap-1 border-border-strong border-s-2 ps-3 text-text-muted"
        >
          {inside()}
        </blockquote>
      );
    case "bullet_list":
      return <BulletList dir={directionOf(children)}>{inside()}</BulletList>;
    case "ordered_list":
      return (
        <OrderedList dir={directionOf(children)} start={node.start ?? 1} count={children.length}>
          {inside()}
        </OrderedList>
      );
    case "list_item":
      return (
        <ListItem dir={directionOf(children)} done={node.done ?? null}>
          {inside()}
        </ListItem>
      );
    case "hr":
      return <hr className="border-border" />;
    case "fence":
    case "code_block":
      return node.info === PAYLOAD_CODE ? <Payload code={text} /> : <CodeBlock code={text} info={node.info ?? ""} />;
    case "table":
      return <Table dir={directionOf(children)}>{inside()}</Table>;
    case "thead":
      return <thead>{inside()}</thead>;
    case "tbody":
      return <tbody>{inside()}</tbody>;
    case "tr":
      return <tr className="border-border not-last:border-b">{inside()}</tr>;
    case "th":
      return (
        <TableCell head align={node.align}>
          {inside()}
        </TableCell>
      );
    case "td":
      return <TableCell align={node.align}>{inside()}</TableCell>;
    default:
      return text || inside();
  }
}

// Images aren't loaded until pressed, because loading one tells its host who is reading.
function ImageLink({ node: { href = "", leads, children = [] }, inLink }: { node: MarkdownNode; inLink: boolean }) {
  const mentions = useMentions();
  const text = plainText(children, (id) => mentionText(id, mentions)).trim() || href;
  if (inLink) return text;
  return (
    <OutsideLink href={href} leads={leads} className={link}>
      {text}
    </OutsideLink>
  );
}

/** A mention, linked to its person; without an id it means everyone. Highlighted if it mentions the reader. */
function MentionPill({ id, inLink, children }: { id: string | undefined; inLink: boolean; children: string }) {
  const mentions = useMentions();
  const group = id === undefined ? undefined : mentions.groups.get(id);
  const mine = id === undefined || id === mentions.readerId || group?.includes(mentions.readerId ?? "");
  const known = id === undefined || inLink ? undefined : mentions.names.get(id);
  const profile = useAuthorAction({
    kind: "user",
    id: known && !group ? (id ?? null) : null,
    name: known ?? "",
    avatarUrl: null,
  });
  const action =
    group && id !== undefined && known
      ? { open: (beside: HTMLElement) => openProfile({ id, name: `@${known}`, isGroup: true }, beside) }
      : profile;
  const className = clsx(
    "box-decoration-clone rounded-md px-1 py-px [unicode-bidi:isolate]",
    mine
      ? "bg-mention font-semibold text-text ring-1 ring-mention-bar/50 ring-inset"
      : "bg-surface-selected font-medium text-accent",
  );
  const text = id === undefined ? children : mentionText(id, mentions);
  if (id === undefined || !action || !("open" in action))
    return (
      <span dir="auto" className={className}>
        {text}
      </span>
    );
  return (
    // A link, because links wrap like words and work without scripts.
    <a
      href={paths.person(id)}
      aria-haspopup="dialog"
      // So that the name says nothing about the direction of the text around it.
      dir="auto"
      className={clsx(className, "hover:underline")}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        action.open(event.currentTarget);
      }}
    >
      {text}
    </a>
  );
}

/** The rest of a payload, folded. */
function Payload({ code }: { code: string }) {
  return (
    <details className="group/payload min-w-0 max-w-full">
      <summary className="-ms-1 flex w-fit cursor-pointer list-none items-center gap-0.5 rounded-md pe-1 font-medium text-accent text-sm leading-5 hover:bg-surface-hover pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 transition-transform group-open/payload:rotate-90 motion-reduce:transition-none"
        />
        Payload
      </summary>
      <CodeBlock code={code} info="json" />
    </details>
  );
}

/** A block of code: plain at first, highlighted once it is in view. Scrolls horizontally. */
export function CodeBlock({ code, info }: { code: string; info: string }) {
  const [box, highlighted] = useHighlight<HTMLPreElement>(code, info);
  return (
    <figure
      dir="ltr"
      className="group/code relative w-fit min-w-[min(100%,var(--measure))] max-w-full overflow-hidden rounded-lg border border-border bg-surface-sunken"
    >
      {info && (
        <figcaption className="truncate border-border border-b px-3 py-1 pe-12 font-mono text-text-muted text-xs pointer-coarse:py-3.5">
          {info}
        </figcaption>
      )}
      <pre
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-128 overflow-auto px-3 py-2.5 pe-12 font-mono text-sm leading-normal -outline-offset-2 [overflow-wrap:normal] [scrollbar-width:thin] [tab-size:4]"
      >
        <code>{highlighted ?? withSigns(code)}</code>
      </pre>
      <CopyButton
        text={code}
        label="Copy code"
        iconOnly
        className="absolute end-1 top-1 bg-surface-sunken pointer-coarse:top-0 opacity-0 focus-visible:opacity-100 group-hover/code:opacity-100 pointer-coarse:opacity-100"
      />
    </figure>
  );
}
