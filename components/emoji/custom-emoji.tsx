"use client";

import { Fragment, type ReactNode } from "react";
import { RemoteImage } from "@/components/ui/remote-image";
import { useEmojiIds } from "@/lib/browser/emoji";
import { EMOJI_NAME } from "@/lib/messages/markdown/mention-grammar";
import { paths } from "@/lib/paths";

// As in lib/messages/emoji: several in a row each have their own colons, and times and "Foo::bar::baz" have none. A slash
// before them means a URL.
const ROWS = new RegExp(String.raw`(?<![\w:/])((?::${EMOJI_NAME}:)+)(?!\d|:\S)`);

/** Returns the text with an image for each `:name:` of a custom emoji. `show` shows the rest. */
export function withCustomEmoji(text: string, show: (rest: string) => ReactNode = (rest) => rest): ReactNode {
  const parts = text.split(ROWS);
  if (parts.length === 1) return show(text);
  // The text is replaced as a whole, so indexes are good keys.
  return parts.map((part, index) => (
    <Fragment key={String(index)}>{index % 2 === 0 ? show(part) : part.slice(1, -1).split("::").map(named)}</Fragment>
  ));
}

function named(name: string, index: number): ReactNode {
  return <CustomEmoji key={String(index)} name={name} />;
}

/** A custom emoji, or its name if there is none. It fits into the lowest lines, those of a card's title, so that it moves nothing. */
function CustomEmoji({ name }: { name: string }) {
  const ids = useEmojiIds();
  const written = `:${name}:`;
  if (!Object.hasOwn(ids, name)) return written;
  // In a button, a long press or the pointer is for the button.
  return (
    <RemoteImage
      src={paths.api.emojiImage(`${ids[name]}`)}
      alt={written}
      title={written}
      className="inline-block size-[1.3em] max-w-none align-[-0.31em] [button_&]:pointer-events-none"
    />
  );
}
