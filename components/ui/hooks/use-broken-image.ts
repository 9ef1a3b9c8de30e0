"use client";

import { useCallback, useState } from "react";

type ImageProps = { ref: (image: HTMLImageElement | null) => void; onError: () => void };

/** Returns whether the image at `src` failed to load, and the props for the image that report it. */
export function useBrokenImage(src: string | null | undefined): { broken: boolean; imageProps: ImageProps } {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const onError = useCallback(() => setBrokenSrc(src ?? null), [src]);
  // An image in the server's HTML can fail to load before React attaches `onError`.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc) onError();
    },
    [onError],
  );
  return { broken: !src || brokenSrc === src, imageProps: { ref, onError } };
}
