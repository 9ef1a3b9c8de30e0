"use client";

import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { MessageArticle } from "@/components/chat/message/message-article";
import { Skeleton } from "@/components/ui/display/skeleton";
import { Spinner } from "@/components/ui/display/spinner";
import { useShownImages } from "@/components/ui/forms/use-shown-images";
import { imagesOf, messageOf, type PreviewSender, withImages } from "@/components/webhooks/builder/preview-message";
import type { CardPreviewDto } from "@/lib/webhooks/dto";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import type { CardActions } from "./card-actions";

type CardPreviewProps = {
  ids: { channelId: string; webhookId: string };
  /** The request that it shows; null if none is stored. */
  delivery: { id: string; at: string } | null;
  model: CardModel;
  sender: PreviewSender;
  /** The preview at first, if known. */
  first: CardPreviewDto | null;
  previewCard: CardActions["previewCard"];
};

// Long enough that a preview isn't asked for at each letter.
const QUIET_MS = 300;
const FAILED = "The preview couldn't be loaded. Check your connection. It reloads with your next change.";

type PreviewResult = { preview: CardPreviewDto } | { error: string };

/** What the card makes of a request, as the channel would show it. */
export function CardPreviewPane({ ids, delivery, model, sender, first, previewCard }: CardPreviewProps) {
  const asked = delivery === null ? null : JSON.stringify([delivery.id, model]);
  const [shown, setShown] = useState<{ result: PreviewResult; of: string } | null>(
    first && asked !== null ? { result: { preview: first }, of: asked } : null,
  );
  const ask = useEffectEvent(async (): Promise<PreviewResult> => {
    const input = { ...ids, deliveryId: delivery?.id ?? "", model: JSON.stringify(model) };
    const result = await previewCard(input).catch(() => null);
    if (result === null) return { error: FAILED };
    return result.ok ? { preview: result.data } : { error: result.error };
  });
  const isFirst = shown === null;
  const isCurrent = shown?.of === asked;
  useEffect(() => {
    if (asked === null || isCurrent) return;
    // What failed is asked for again, also if the change is undone at once.
    setShown((was) => (was && "error" in was.result ? { ...was, of: "" } : was));
    let left = false;
    const timer = setTimeout(
      () => void ask().then((result) => !left && setShown({ result, of: asked })),
      isFirst ? 0 : QUIET_MS,
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [asked, isFirst, isCurrent]);

  return (
    <section
      aria-label="Preview"
      aria-busy={asked !== null && !isCurrent}
      className="overflow-hidden rounded-xl border bg-surface"
    >
      <div className="flex h-9 items-center justify-between border-b bg-surface-sunken px-4">
        <h3 className="font-semibold text-sm">Preview</h3>
        {asked !== null && !isCurrent && shown && <Spinner className="size-4 text-text-muted" />}
      </div>
      <div className="max-h-[45dvh] min-h-24 overflow-y-auto py-3">
        {asked === null ? (
          <Note>Nothing to preview yet. Send a request to the webhook, then choose it here.</Note>
        ) : shown === null ? (
          <Skeleton className="mx-4 h-20" />
        ) : (
          <Outcome result={shown.result} sender={sender} at={delivery?.at ?? ""} />
        )}
      </div>
      <p role="status" className="sr-only">
        {isCurrent && shown ? `Preview: ${inWords(shown.result)}` : ""}
      </p>
    </section>
  );
}

function Outcome({ result, sender, at }: { result: PreviewResult; sender: PreviewSender; at: string }) {
  if ("error" in result) return <Note tone="danger">{result.error}</Note>;
  const { preview } = result;
  if (preview.kind === "card") return <Messages messages={preview.messages} sender={sender} at={at} />;
  if (preview.kind === "skipped") return <Note>{`Nothing is posted: ${preview.reason}`}</Note>;
  if (preview.kind === "other") {
    return <Note>The card isn't for this request. It's posted as if the webhook had no card.</Note>;
  }
  return <Note tone="danger">{`The card can't be made: ${preview.reason}.`}</Note>;
}

type MessagesProps = { messages: (CardPreviewDto & { kind: "card" })["messages"]; sender: PreviewSender; at: string };

function Messages({ messages, sender, at }: MessagesProps) {
  const made = useMemo(() => messages.map((each) => messageOf(each, sender, at)), [messages, sender, at]);
  const shown = useShownImages(made.flatMap(imagesOf));
  return made.map((message, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a preview is replaced as a whole.
    <MessageArticle key={index} message={withImages(message, shown)} />
  ));
}

function Note({ tone, children }: { tone?: "danger"; children: string }) {
  return (
    <p
      className={`text-balance px-4 py-6 text-center text-sm ${tone === "danger" ? "text-danger" : "text-text-muted"}`}
    >
      {children}
    </p>
  );
}

/** Returns what the preview shows, for screen readers. */
function inWords(result: PreviewResult): string {
  if ("error" in result) return result.error;
  const { preview } = result;
  if (preview.kind === "skipped") return `nothing is posted, ${preview.reason}`;
  if (preview.kind === "other") return "the card isn't for this request";
  if (preview.kind === "failed") return `it can't be made, ${preview.reason}`;
  const [first] = preview.messages;
  return [first?.embeds[0]?.title, first?.content].find(Boolean) ?? "a card without a title";
}
