"use client";

import { useDeferredValue } from "react";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { MentionsProvider, ReaderProvider } from "@/components/chat/message/markdown/mentions-context";
import { IconButton } from "@/components/ui/controls/icon-button";
import { X } from "@/components/ui/icons/more-icons";
import { type Readable, useStore } from "@/lib/browser/store";
import type { MeDto } from "@/lib/people/dto";
import { contentOf, type Draft, emptyDraft } from "./mention-text";
import { pendingAsMessage } from "./pending";

/** Shows a draft as its readers will see it. */
export function Preview({ draft, channelId, me, onClose }: PreviewProps) {
  const content = contentOf(useDeferredValue(useStore(draft, emptyDraft)));
  const unsent = { nonce: "preview", content, files: [], createdAt: "", error: null, offline: false };
  return (
    <div className="relative border-b">
      <IconButton label="Close preview" icon={<X />} onClick={onClose} className="absolute end-1.5 top-1 z-10" />
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[25dvh] overflow-y-auto overscroll-contain rounded-t-xl py-2.5 ps-3 pe-12 text-base -outline-offset-2"
      >
        {content === "" ? (
          <p className="text-sm text-text-muted">Your message appears here as others will see it.</p>
        ) : (
          <ReaderProvider id={me.id}>
            <MentionsProvider message={pendingAsMessage(unsent, channelId, me)}>
              <Markdown source={content} className="max-w-measure" />
            </MentionsProvider>
          </ReaderProvider>
        )}
      </section>
    </div>
  );
}

type PreviewProps = { draft: Readable<Draft>; channelId: string; me: MeDto; onClose: () => void };
