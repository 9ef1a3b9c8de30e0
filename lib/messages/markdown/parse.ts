import MarkdownIt, { type StateBlock, type StateInline, type Token } from "markdown-it";
import { EMOJI_NAME, EVERYONE, PERSON } from "@/lib/messages/markdown/mention-grammar";
import { cleanText } from "@/lib/text/text";
import { leadsTo } from "./leads-to";
import { plainText } from "./plain-text";
import { safeHref } from "./safe-href";
import { buildTree, type MarkdownNode } from "./tree";

/** The maximum nesting of blocks; a list counts twice. Deeper blocks become text. */
const maxDepth = 12;

/** "parley@1.4.2" isn't a mail address. */
const version = /^mailto:[^@]*@[\d.]+$/;

// Links are the slowest to parse, and `isTooMuch` would refuse a text with more of them anyway.
const MOST_LINKS = 500;
const tooManyLinks = new Error("Too many links.");
let links = 0;

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 40 });
parser.validateLink = (href) => {
  links += 1;
  if (links > MOST_LINKS) throw tooManyLinks;
  return safeHref(href) !== null && !version.test(href);
};
// Shows bare URLs in a form that can't be mistaken for another: Punycode and encoded invisible characters stay as they
// are.
const decodedText = parser.normalizeLinkText.bind(parser);
parser.normalizeLinkText = (address) => {
  const text = decodedText(address);
  return /xn--/i.test(address) || /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text) ? address : text;
};
// Markdown hides reference definitions ("[1]: …"), but in chat that text would be lost.
parser.block.ruler.disable("reference");
parser.block.ruler.before("table", "flatten", flatten, {});
parser.inline.ruler.before("autolink", "mention", mention);
parser.block.ruler.before("table", "unlazy", unlazy, { alt: ["paragraph"] });
// Without this "main.rs" and "notes.md" would become links to Serbia and Moldova.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
parser.linkify.add("ftp:", null);
parser.linkify.add("//", null);

/**
 * Parses Markdown into a tree of bounded depth without losing text. `everyone` says whether "@everyone" and "@here" are
 * mentions. Returns null if the text is too complex to render, or would render as nothing, like "#" or "&nbsp;".
 */
export function parseMarkdown(source: string, everyone: boolean): MarkdownNode[] | null {
  const text = cleanText(source);
  if (wouldExplode(text)) return null;
  const tokens = read(text, everyone);
  if (!tokens || isTooMuch(tokens) || !tokens.some(isVisible)) return null;
  markTasks(tokens);
  return withDestinations(buildTree(tokens));
}

/** Adds to each link and image where it leads, if its text names another place. */
function withDestinations(nodes: MarkdownNode[]): MarkdownNode[] {
  return nodes.map((node) => {
    if (!node.children) return node;
    const { type, href = "" } = node;
    const text = type === "link" || type === "image" ? plainText(node.children, () => "") : "";
    const leads = leadsTo(href, type === "image" ? text.trim() || href : text);
    return { ...node, children: withDestinations(node.children), ...(leads && { leads }) };
  });
}

function read(source: string, everyone: boolean): Token[] | null {
  links = 0;
  try {
    return parser.parse(source, { everyone });
  } catch (error) {
    if (error === tooManyLinks) return null;
    throw error;
  }
}

const TASK = /^\[([ xX])\](?:\s|$)/;

/** Marks list items that start with "[ ]" or "[x]" as tasks and removes the marker from their text. */
function markTasks(tokens: Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type !== "list_item_open" || tokens[index + 1]?.type !== "paragraph_open") return;
    const text = tokens[index + 2]?.children?.[0];
    const match = text?.type === "text" ? TASK.exec(text.content) : null;
    if (!text || !match) return;
    text.content = text.content.slice(match[0].length);
    token.meta = { done: match[1] !== " " };
  });
}

function isVisible({ type, content, children }: Token): boolean {
  if (type === "inline") return (children ?? []).some(isVisible);
  if (["hr", "image", "fence", "code_block", "code_inline", "mention"].includes(type)) return true;
  return type === "text" && /[^\s\p{Cc}\p{Cf}]/u.test(content);
}

function flatten(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < maxDepth) return false;
  const content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
  state.line = endLine;
  state.push("paragraph_open", "p", 1);
  const inline = state.push("inline", "", 0);
  inline.content = content;
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  return true;
}

// Ends a list at a line that isn't indented. By the specification it would continue the last item, but tools that post
// "- a", "- b", "Next:" don't expect that.
function unlazy(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const indent = state.sCount[startLine] ?? 0;
  return silent && indent >= 0 && indent < state.blkIndent;
}

/** More than anyone writes, and few enough to render quickly. */
const most = 1500;

/** Returns whether a table's missing cells, which the parser fills in, would outnumber everything else. */
export function wouldExplode(source: string): boolean {
  const lines = source.split("\n");
  return lines.some((line) => isDelimiterRow(line) && line.split("|").length * lines.length > most * 2);
}

function isDelimiterRow(line: string): boolean {
  return line.includes("|") && line.includes("-") && !/\p{L}/u.test(line);
}

/** Returns whether the text has more structure than a message can reasonably have. */
export function isTooMuch(tokens: readonly Token[]): boolean {
  let sum = 0;
  for (const token of tokens) {
    sum += cost(token);
    for (const child of token.children ?? []) sum += costInside(child);
  }
  return sum > most;
}

// Custom emoji, and the selector of the last of several signs, which share an element.
const EMOJI = new RegExp(`:${EMOJI_NAME}:|\uFE0F(?![^]{1,3}\uFE0F)`, "g");

// A node's rendering cost: a code block has a frame and buttons, a link its warning, a mention a pill, a custom emoji an
// image, signs an element.
function cost(token: Token): number {
  return token.type === "fence" || token.type === "code_block" ? 20 : 1;
}

function costInside(token: Token): number {
  if (token.type === "mention") return 2;
  if (token.type === "text" && /:|\uFE0F/.test(token.content)) return 1 + 2 * (token.content.match(EMOJI)?.length ?? 0);
  return token.type === "link_open" ? 4 : 1;
}

// Sticky, so each is tried at one position only and a text full of unfinished mentions stays cheap.
const person = new RegExp(PERSON, "y");
const everyone = new RegExp(EVERYONE, "y");

/** Turns `<@id>`, and "@everyone" and "@here" where they count, into "mention" tokens. */
export function mention(state: StateInline, silent: boolean): boolean {
  // The caller decides whether "@everyone" is a mention.
  const found = findPerson(state) ?? ((state.env as { everyone: boolean }).everyone ? findEveryone(state) : null);
  if (!found) return false;
  if (!silent) {
    const token = state.push("mention", "", 0);
    if (found.id === null) token.content = found.text;
    else token.meta = { id: found.id };
  }
  state.pos += found.text.length;
  return true;
}

/** A mention: `text` as written, and the person's `id` or null for everyone. */
type FoundMention = { text: string; id: string | null };

function findPerson({ src, pos }: StateInline): FoundMention | null {
  person.lastIndex = pos;
  const [text = "", id = ""] = person.exec(src) ?? [];
  return text ? { text, id } : null;
}

function findEveryone({ src, pos }: StateInline): FoundMention | null {
  everyone.lastIndex = pos;
  const [text = ""] = everyone.exec(src) ?? [];
  return text ? { text, id: null } : null;
}
