"use client";

import { Fragment, useState } from "react";
import { shownText } from "@/components/chat/message/markdown/breakable";
import { cleanText } from "@/lib/text/text";

/** Labels such as "team=blue". A reader needs few of them, so the others are behind a button. */
export function CardLabels({ value, few }: { value: string; few: number }) {
  const [whole, setWhole] = useState(false);
  const labels = [...value.matchAll(/`([^`]+)`/g)].map(([, label = ""]) => cleanText(label));
  const more = labels.length - few;
  const shown = whole || more < 1 ? labels : labels.slice(0, few);
  return (
    <p className="min-w-0 text-text-muted [overflow-wrap:anywhere]">
      {shown.map((label, index) => {
        const [key = "", ...rest] = label.split("=");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its labels never move.
          <Fragment key={index}>
            {index > 0 && <span aria-hidden="true"> · </span>}
            <bdi>
              {shownText(key)} {rest.length > 0 && <span className="text-text">{shownText(rest.join("="))}</span>}
            </bdi>
          </Fragment>
        );
      })}
      {more > 0 && (
        <>
          {" "}
          <button
            type="button"
            aria-expanded={whole}
            aria-label={whole ? "Show fewer labels" : `Show ${more} more ${more === 1 ? "label" : "labels"}`}
            onClick={() => setWhole(!whole)}
            className="-my-1 min-h-6 min-w-6 rounded-md px-1 font-medium text-accent hover:bg-surface-hover pointer-coarse:min-h-11"
          >
            {whole ? "Fewer" : `+${more}`}
          </button>
        </>
      )}
    </p>
  );
}
