"use client";

import { clsx } from "clsx";
import { type Ref, useCallback, useRef, useState } from "react";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { RemoteImage } from "@/components/ui/display/remote-image";
import { altOf, boxOf, columnsOf, type ImageAttachment } from "./layout";

const Lightbox = deferredPart(async () => (await import("./lightbox")).Lightbox);

const columns = { 1: "", 2: "grid-cols-2", 3: "grid-cols-3" };

type ImageGalleryProps = { images: readonly ImageAttachment[]; onBroken: (id: string) => void };

/** A message's images: one at its own size, several as a grid. Pressing one opens the lightbox. */
export function ImageGallery({ images, onBroken }: ImageGalleryProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const tiles = useRef(new Map<string, HTMLButtonElement>());
  const latest = useRef<string | null>(null);
  const show = (id: string | null) => {
    if (id !== null) latest.current = id;
    setOpenId(id);
    setOpened(true);
  };
  return (
    <>
      <ul
        aria-label="Images"
        className={clsx(
          images.length > 1 && "grid max-w-measure gap-(--message-part)",
          columns[columnsOf(images.length)],
        )}
      >
        {images.map((image) => (
          <li key={image.id} className="min-w-0">
            <ImageTile
              ref={(tile) => {
                if (tile) tiles.current.set(image.id, tile);
                else tiles.current.delete(image.id);
              }}
              image={image}
              alone={images.length === 1}
              onOpen={() => show(image.id)}
              onBroken={onBroken}
            />
          </li>
        ))}
      </ul>
      {opened && (
        <Lightbox
          images={images}
          openId={openId}
          onShow={show}
          onClosed={() => tiles.current.get(latest.current ?? "")?.focus()}
        />
      )}
    </>
  );
}

/** An image in a message. Its size is reserved before it loads; pressing it opens the lightbox. */
function ImageTile({ image, alone, onOpen, onBroken, ref }: ImageTileProps) {
  const { id, shown } = image;
  const box = boxOf(image);
  const tellBroken = useCallback(() => onBroken(id), [onBroken, id]);
  // A server-rendered image may fail before anyone listens.
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
  /** Whether it is the message's only image, shown uncropped and as large as allowed. */
  alone: boolean;
  onOpen: () => void;
  onBroken: (id: string) => void;
  ref: Ref<HTMLButtonElement>;
};
