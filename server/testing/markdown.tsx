import { prerender } from "react-dom/static";
import { loadParser } from "@/components/chat/message/markdown/deferred-parser";
import { Markdown } from "@/components/chat/message/markdown/markdown";

/** Loads what Markdown loads when it's first rendered, so that a test can render it to a string. */
export async function loadMarkdown(): Promise<void> {
  await loadParser();
  await prerender(<Markdown source={"```\ncode\n```"} />);
}
