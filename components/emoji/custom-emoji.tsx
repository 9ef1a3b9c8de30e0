"use client";

import type { ReactNode } from "react";
import { RemoteImage } from "@/components/ui/display/remote-image";
import { useBrokenImage } from "@/components/ui/hooks/use-broken-image";
import { useEmojiIds } from "@/lib/browser/emoji";
import { EMOJI_NAME } from "@/lib/messages/markdown/mention-grammar";
import { paths } from "@/lib/text/paths";
import { cut, withSigns } from "./signs";

/**
 * Matches one or more names of emoji in a row, each with its own colons, as in lib/messages/emoji/emoji. Times and "Foo::bar::baz"
 * have none. A slash before them means a URL.
 */
export const EMOJI_ROWS = new RegExp(String.raw`(?<![\w:/])((?::${EMOJI_NAME}:)+)(?!\d|:\S)`);

/** Returns the text with an image for each `:name:` of a custom emoji, and with its signs. `show` shows the rest. */
export function withCustomEmoji(text: string, show?: (rest: string) => ReactNode): ReactNode {
  return cut(
    text,
    EMOJI_ROWS,
    (row) => row.slice(1, -1).split("::").map(named),
    (rest) => withSigns(rest, show),
  );
}

function named(name: string, index: number): ReactNode {
  return <CustomEmoji key={String(index)} name={name} />;
}

/** A custom emoji, or its name if there is none or it doesn't load. It fits into the lowest lines, those of a card's title, so that it moves nothing. */
function CustomEmoji({ name }: { name: string }) {
  const ids = useEmojiIds();
  const written = `:${name}:`;
  const src = Object.hasOwn(ids, name) ? paths.api.emojiImage(`${ids[name]}`) : null;
  const { broken, imageProps } = useBrokenImage(src);
  if (broken || src === null) return written;
  // In a button, a long press or the pointer is for the button.
  return (
    <RemoteImage
      {...imageProps}
      src={src}
      alt={written}
      title={written}
      className="inline-block size-[1.3em] max-w-none align-[-0.31em] [button_&]:pointer-events-none"
    />
  );
}
