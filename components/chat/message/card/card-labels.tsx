"use client";

import { Fragment, useState } from "react";
import { shownText } from "@/components/chat/message/markdown/breakable";
import { cleanText } from "@/lib/text/text";

const FEW = 3;

/** Labels such as "team=blue". A reader needs few of them, so the others are behind a button. */
export function CardLabels({ value, part }: { value: string; part: string }) {
  const [whole, setWhole] = useState(false);
  const labels = [...value.matchAll(/`([^`]+)`/g)].map(([, label = ""]) => cleanText(label));
  const more = labels.length - FEW;
  const shown = whole || more <= 1 ? labels : labels.slice(0, FEW);
  return (
    <p id={`${part} labels`} className="min-w-0 text-sm text-text-muted [overflow-wrap:anywhere]">
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
      {more > 1 && (
        <>
          <span aria-hidden="true"> · </span>
          <button
            type="button"
            aria-expanded={whole}
            aria-label={whole ? "Show fewer labels" : `Show ${more} more labels`}
            onClick={() => setWhole(!whole)}
            className="-my-0.5 min-h-6 min-w-6 rounded-md px-1 font-medium text-accent hover:bg-surface-hover pointer-coarse:min-h-11"
          >
            {whole ? "Fewer" : `+${more}`}
          </button>
        </>
      )}
    </p>
  );
}
