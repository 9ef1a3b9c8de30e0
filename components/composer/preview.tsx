"use client";

import { useDeferredValue } from "react";
import { Markdown } from "@/components/message/markdown/markdown";
import { MentionsProvider, ReaderProvider } from "@/components/message/markdown/mentions-context";
import type { MeDto } from "@/lib/users/dto";
import { type Draft, toSent } from "./mention-text";
import { pendingAsMessage } from "./pending";

/** Shows a draft as its readers will see it. */
export function Preview({ draft, channelId, me }: { draft: Draft; channelId: string; me: MeDto }) {
  const content = toSent(useDeferredValue(draft)).trim();
  const unsent = { nonce: "preview", content, files: [], createdAt: "", error: null, offline: false };
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[25dvh] overflow-y-auto overscroll-contain rounded-t-xl border-b px-4 py-2.5 text-base -outline-offset-2"
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
  );
}
