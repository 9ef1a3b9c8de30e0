"use client";

import { clsx } from "clsx";
import { type Ref, useCallback } from "react";
import { RemoteImage } from "@/components/ui/remote-image";
import { altOf } from "./alt-of";
import { boxOf, type ImageAttachment } from "./layout";

/** One of a message's images. Its place is kept before it arrives; a press opens it. */
export function ImageTile({ image, alone, onOpen, onBroken, ref }: ImageTileProps) {
  const { id, shown } = image;
  const box = boxOf(image);
  const tellBroken = useCallback(() => onBroken(id), [onBroken, id]);
  // An image of the server's markup may have failed before anybody listened.
  const check = useCallback(
    (element: HTMLImageElement | null) => {
      if (element?.complete && element.naturalWidth === 0 && element.currentSrc) tellBroken();
    },
    [tellBroken],
  );
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      style={alone ? { width: box.width, aspectRatio: `${box.width} / ${box.height}` } : undefined}
      className={clsx(
        "relative block max-w-full overflow-hidden rounded-lg bg-surface-sunken after:absolute after:inset-0 after:rounded-lg after:border after:border-border",
        !alone && "aspect-4/3 w-full",
      )}
    >
      <RemoteImage
        ref={check}
        onError={tellBroken}
        src={shown.preview}
        alt={altOf(image)}
        width={image.width}
        height={image.height}
        className={clsx("size-full", alone ? "object-contain" : "object-cover")}
      />
    </button>
  );
}

type ImageTileProps = {
  image: ImageAttachment;
  /** The message's only image: as large as it may be, and not cut to a grid. */
  alone: boolean;
  onOpen: () => void;
  onBroken: (id: string) => void;
  ref: Ref<HTMLButtonElement>;
};
