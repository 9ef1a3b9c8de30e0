import type { ComponentProps } from "react";

/** An image from anywhere: loaded late, and without telling its server which page shows it. */
export function RemoteImage({ alt, ...rest }: Omit<ComponentProps<"img">, "alt"> & { alt: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: Next's optimiser would make this server fetch any URL that is posted.
    <img {...rest} alt={alt} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
  );
}
