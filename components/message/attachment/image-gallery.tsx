"use client";

import { clsx } from "clsx";
import { useRef, useState } from "react";
import { latePart } from "@/components/ui/late";
import { ImageTile } from "./image-tile";
import { columnsOf, type ImageAttachment } from "./layout";

const Lightbox = latePart(async () => (await import("./lightbox")).Lightbox);

const columns = { 1: "", 2: "grid-cols-2", 3: "grid-cols-3" };

type ImageGalleryProps = { images: readonly ImageAttachment[]; onBroken: (id: string) => void };

/** A message's images: one at its own size, several as a grid, and each large in a dialog. */
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
        className={clsx(images.length > 1 && "grid gap-(--message-part)", columns[columnsOf(images.length)])}
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
