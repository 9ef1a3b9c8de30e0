"use client";

import { useEffect, useState } from "react";
import { CodeBlock } from "@/components/chat/message/markdown/render";
import { Skeleton } from "@/components/ui/display/skeleton";
import type { AttachmentDto } from "@/lib/files/uploads/dto";

// As much as is highlighted (components/chat/message/highlight/use-highlight.ts).
const MOST_BYTES = 8_000;

/** The start of a text file, highlighted by its name's ending. */
export function TextPreview({ file, name }: { file: AttachmentDto; name: string }) {
  const text = useStart(file.url);
  if (text === null) return <Skeleton className="m-2 h-24" />;
  if ("error" in text) {
    return (
      <p role="alert" className="px-3 pt-3 text-sm">
        {text.error}
      </p>
    );
  }
  return (
    <div className="max-h-96 overflow-auto p-2 pb-0">
      <CodeBlock code={text.start} info={/[^.]+$/.exec(name)?.[0] ?? ""} />
      {file.size > MOST_BYTES && <p className="pt-1 text-text-muted text-xs">Download the file to see the rest.</p>}
    </div>
  );
}

/** Returns the start of the file at this address; null while it loads. */
function useStart(url: string): { start: string } | { error: string } | null {
  const [text, setText] = useState<{ start: string } | { error: string } | null>(null);
  useEffect(() => {
    const given = new AbortController();
    const load = async () => {
      const answer = await fetch(url, { headers: { Range: `bytes=0-${MOST_BYTES - 1}` }, signal: given.signal });
      if (!answer.ok) throw new Error(`The status is ${answer.status}.`);
      const bytes = await answer.arrayBuffer();
      // A cut in the middle of a character isn't a mistake.
      const start = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
      setText({ start: start.replace(/\r\n?/g, "\n").trimEnd() });
    };
    load().catch((error: unknown) => {
      if (given.signal.aborted) return;
      const isText = !(error instanceof TypeError && /decod|encod/i.test(error.message));
      setText({
        error: isText
          ? "The file couldn't be loaded. Try again in a moment."
          : "This isn't a text that can be shown. Download it instead.",
      });
    });
    return () => given.abort();
  }, [url]);
  return text;
}
