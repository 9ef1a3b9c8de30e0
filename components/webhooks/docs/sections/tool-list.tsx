"use client";

import { useState } from "react";
import { Link } from "@/components/ui/controls/link";
import { TextField } from "@/components/ui/controls/text-field";
import { findSenders } from "@/components/webhooks/list/find-senders";
import { SenderMark } from "@/components/webhooks/list/sender-mark";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { SenderDto } from "@/lib/webhooks/dto";
import { senderDocsHref } from "@/lib/webhooks/sender-address";

/** Links to tools with a search. Without JavaScript, the form searches on the server. */
export function ToolList({ senders, search }: { senders: readonly SenderDto[]; search: string }) {
  const [text, setText] = useState(search);
  const found = findSenders(senders, text);
  return (
    <div className="flex flex-col gap-3">
      <search aria-label="Find a tool">
        <form action={`${webhookPaths.docs}#tools`}>
          <TextField
            label="Search tools"
            hideLabel
            type="search"
            name="tool"
            className="max-w-80"
            placeholder="Search tools"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      </search>
      <p role="status" className="sr-only">
        {found.length === 1 ? "1 tool" : `${found.length} tools`}
      </p>
      <ul aria-label="Tools" className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        {found.map((sender) => (
          <li key={sender.name}>
            <Link
              href={senderDocsHref(sender.name)}
              className="-mx-2 flex min-h-10 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-surface-hover hover:underline pointer-coarse:min-h-11"
            >
              <SenderMark sender={sender} />
              {sender.label}
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="text-text-muted">
          No tool has that name. Use the{" "}
          <Link href={senderDocsHref("json")} className="rounded-md text-accent underline underline-offset-2">
            URL for any other JSON
          </Link>{" "}
          to post its events as plain cards.
        </p>
      )}
    </div>
  );
}
