import type { ComponentProps } from "react";

/** An image that a message or somebody names, by way of this install: loaded late. A browser is allowed no other. */
export function RemoteImage({ alt, ...rest }: Omit<ComponentProps<"img">, "alt"> & { alt: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: it comes in the size in which it is shown.
    <img {...rest} alt={alt} loading="lazy" decoding="async" />
  );
}
