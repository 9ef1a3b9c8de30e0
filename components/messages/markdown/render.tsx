import type { Token } from "markdown-it";
import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "../code-block";
import { OutsideLink } from "../outside-link";
import { Heading, ListItem, OrderedList, Table, TableCell } from "./elements";
import { MentionPill } from "./mention-pill";
import { plainText } from "./plain-text";
import type { MarkdownNode } from "./tree";

const link = "text-accent underline decoration-1 underline-offset-2 [unicode-bidi:isolate] hover:text-accent-hover";

/** Elements for nodes. `inLink` because a link can't stand in a link. */
export function renderNodes(nodes: readonly MarkdownNode[], inLink = false): ReactNode[] {
  // The text never changes under its component without all of it changing, so places are good keys.
  return nodes.map((node, place) => <Fragment key={String(place)}>{renderNode(node, inLink)}</Fragment>);
}

function renderNode({ token, children }: MarkdownNode, inLink: boolean): ReactNode {
  const inside = () => renderNodes(children, inLink);
  switch (token.type) {
    case "text":
      return token.content;
    case "softbreak":
    case "hardbreak":
      return <br />;
    case "code_inline":
      return (
        <code className="rounded-md bg-surface-sunken px-1 py-px font-mono text-[0.9em] ring-1 ring-border ring-inset">
          {token.content}
        </code>
      );
    case "mention":
      return <MentionPill mine={token.meta?.mine === true}>{token.content}</MentionPill>;
    case "strong_open":
      return <strong className="font-semibold">{inside()}</strong>;
    case "em_open":
      return <em>{inside()}</em>;
    case "s_open":
      return <s className="text-text-muted">{inside()}</s>;
    case "link_open":
      return inLink ? (
        inside()
      ) : (
        <OutsideLink href={attribute(token, "href")} title={attribute(token, "title")} className={link}>
          {renderNodes(children, true)}
        </OutsideLink>
      );
    case "image":
      return renderImage(attribute(token, "src"), plainText(token.children ?? []), inLink);
    case "paragraph_open":
      return (
        <p dir="auto" className="max-w-[72ch]">
          {inside()}
        </p>
      );
    case "heading_open":
      return <Heading level={Number(token.tag.slice(1))}>{inside()}</Heading>;
    case "blockquote_open":
      return (
        <blockquote className="flex max-w-[72ch] flex-col gap-1 border-border-strong border-s-2 ps-3 text-text-muted">
          {inside()}
        </blockquote>
      );
    case "bullet_list_open":
      return <ul className="flex max-w-[72ch] list-disc flex-col gap-0.5 ps-5.5 marker:text-text-muted">{inside()}</ul>;
    case "ordered_list_open":
      return (
        <OrderedList start={Number(token.attrGet("start") ?? 1)} count={children.length}>
          {inside()}
        </OrderedList>
      );
    case "list_item_open":
      return <ListItem done={typeof token.meta?.done === "boolean" ? token.meta.done : null}>{inside()}</ListItem>;
    case "hr":
      return <hr className="my-1 border-border" />;
    case "fence":
    case "code_block":
      return <CodeBlock code={token.content.replace(/\n$/, "")} info={token.info.trim()} />;
    case "table_open":
      return <Table>{inside()}</Table>;
    case "thead_open":
      return <thead>{inside()}</thead>;
    case "tbody_open":
      return <tbody>{inside()}</tbody>;
    case "tr_open":
      return <tr className="border-border not-last:border-b">{inside()}</tr>;
    case "th_open":
      return (
        <TableCell head align={attribute(token, "style")}>
          {inside()}
        </TableCell>
      );
    case "td_open":
      return <TableCell align={attribute(token, "style")}>{inside()}</TableCell>;
    default:
      return token.content || inside();
  }
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

// Images stay where they are until somebody wants them: loading one tells its owner who reads.
function renderImage(src: string, alt: string, inLink: boolean): ReactNode {
  const text = alt.trim() || src;
  return inLink ? (
    text
  ) : (
    <OutsideLink href={src} className={link}>
      {text}
    </OutsideLink>
  );
}
