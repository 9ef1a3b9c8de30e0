"use client";

import { clsx } from "clsx";
import type { CSSProperties } from "react";
import { useBrokenImage } from "@/components/ui/hooks/use-broken-image";
import { useChangedPerson } from "@/lib/browser/people";
import { hueOf, initials, markOf } from "./avatar-mark";
import { RemoteImage } from "./remote-image";

/**
 * A person's round avatar or a thing's square one, or a mark made from the seed. Decorative: the name is beside it. A
 * person's avatar, whose seed is their id, updates live unless `still`.
 */
export function Avatar({
  name,
  seed = name,
  src: given,
  shape = "round",
  size = 36,
  still = false,
  className,
}: AvatarProps) {
  const changed = useChangedPerson(still ? null : seed);
  const src = changed ? changed.avatarUrl : given;
  const emoji = src?.startsWith("emoji:") ? src.slice("emoji:".length) : null;
  const { broken, imageProps } = useBrokenImage(emoji === null ? src : null);
  const style = { width: size, height: size, fontSize: Math.max(10, size * 0.38), "--hue": hueOf(seed) };
  return (
    <span
      aria-hidden="true"
      style={style as CSSProperties}
      className={clsx(
        "relative inline-flex tint shrink-0 select-none items-center justify-center overflow-hidden font-semibold leading-none",
        shape === "round" ? "rounded-full" : size < 24 ? "rounded-md" : "rounded-lg",
        className,
      )}
    >
      {emoji !== null && (
        <span style={{ fontSize: size * 0.58 }} className="font-signs">
          {emoji}
        </span>
      )}
      {emoji === null && (shape === "round" ? initials(changed?.name ?? name) : <Mark seed={seed} />)}
      {!broken && emoji === null && (
        <RemoteImage
          {...imageProps}
          key={src}
          src={src ?? undefined}
          alt=""
          className="absolute inset-0 size-full bg-surface-raised object-cover"
        />
      )}
    </span>
  );
}

function Mark({ seed }: { seed: string }) {
  const { full, faint } = markOf(seed);
  return (
    <svg viewBox="-5 -5 34 34" className="size-full" fill="currentColor" aria-hidden="true">
      <path d={full} />
      <path d={faint} fillOpacity={0.45} />
    </svg>
  );
}

type AvatarProps = {
  name: string;
  /** What the generated mark and color depend on; the name by default. */
  seed?: string;
  /** A URL, or `emoji:` and an emoji. */
  src?: string | null;
  shape?: "round" | "square";
  size?: number;
  /** Keeps this avatar even if the person's changes, as in a choice of avatars. */
  still?: boolean;
  className?: string;
};
