"use client";

import { useDeferredValue, useMemo } from "react";
import { useShownImages } from "@/components/forms/use-shown-images";
import { MessageArticle } from "@/components/message/message-article";
import type { Draft } from "./draft";
import { type PreviewSender, previewMessage } from "./preview-message";
import { picturesOf, withPictures } from "./preview-pictures";

type PreviewProps = {
  draft: Draft;
  sender: PreviewSender;
  createdAt: string;
  /** Only who is signed in may have pictures fetched. */
  signedIn: boolean;
};

/** The message as it will stand in a channel, by the channel's own means. */
export function Preview({ draft, sender, createdAt, signedIn }: PreviewProps) {
  const settled = useDeferredValue(draft);
  const message = useMemo(() => previewMessage(settled, sender, createdAt), [settled, sender, createdAt]);
  const shown = useShownImages(message && signedIn ? picturesOf(message) : []);
  return (
    <section aria-label="Preview" className="overflow-hidden rounded-xl border border-border bg-surface">
      <h2 className="border-border border-b bg-surface-sunken px-4 py-2 font-semibold text-sm">Preview</h2>
      <div className="py-3">
        {message ? (
          <MessageArticle message={withPictures(message, shown)} />
        ) : (
          <p className="px-4 py-8 text-center text-sm text-text-muted">
            Nothing to show yet. Write a content, or something in an embed.
          </p>
        )}
      </div>
    </section>
  );
}
