"use client";

import { CodeBlock } from "@/components/chat/message/markdown/render";
import { Link } from "@/components/ui/controls/link";
import { Skeleton } from "@/components/ui/display/skeleton";
import { useData } from "@/lib/browser/data";
import { webhookPaths } from "@/lib/text/webhook-paths";

type CardPayloadProps = { channelId: string; webhookId: string; messageId: string };

/** The payload that a card was made from, with a link to where the reader can make their own card of it. */
export function CardPayload({ channelId, webhookId, messageId }: CardPayloadProps) {
  const address = webhookPaths.storedPayload(channelId, webhookId, messageId);
  const { data, failure } = useData<{ payload: { text: string } | null }>(address);
  if (failure) {
    return (
      <p role="alert" className="text-danger text-sm">
        Couldn't load the payload. Check your connection and try again.
      </p>
    );
  }
  if (!data) return <Skeleton className="h-40" />;
  if (!data.payload) return <p className="text-sm text-text-muted">This payload is no longer kept.</p>;
  return (
    <div className="flex flex-col gap-1">
      <div className="max-h-80 overflow-y-auto">
        <CodeBlock code={readable(data.payload.text)} info="json" />
      </div>
      <Link
        href={webhookPaths.payload(channelId, webhookId, messageId)}
        className="self-start text-accent text-sm underline-offset-2 hover:underline"
      >
        Open payload
      </Link>
    </div>
  );
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
