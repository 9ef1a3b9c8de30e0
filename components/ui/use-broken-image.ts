"use client";

import { useCallback, useState } from "react";

type ImageProps = { ref: (image: HTMLImageElement | null) => void; onError: () => void };

/** Whether the image at `src` can't be shown, and the props by which the image tells. */
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
