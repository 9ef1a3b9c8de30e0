import type { ComponentProps } from "react";

/** A lazily loaded image proxied by this install; browsers may load no others. */
export function RemoteImage({ alt, ...rest }: Omit<ComponentProps<"img">, "alt"> & { alt: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: it already has the size at which it is shown.
    <img {...rest} alt={alt} loading="lazy" decoding="async" />
  );
}
