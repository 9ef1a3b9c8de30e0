"use client";

import { clsx } from "clsx";
import type { CSSProperties } from "react";
import { hueOf, initials } from "@/components/ui/display/avatar-mark";
import { RemoteImage } from "@/components/ui/display/remote-image";
import { useBrokenImage } from "@/components/ui/hooks/use-broken-image";
import type { WorkspaceFaceDto } from "@/lib/workspace/dto";

type WorkspaceMarkProps = { workspace: WorkspaceFaceDto; size?: number; className?: string };

/** The workspace's logo, or its first letter. Decorative: its name is beside it. */
export function WorkspaceMark({ workspace: { name, logoUrl }, size = 28, className }: WorkspaceMarkProps) {
  const { broken, imageProps } = useBrokenImage(logoUrl);
  const style = { width: size, height: size, fontSize: Math.max(10, size * 0.5), "--hue": hueOf(name) };
  return (
    <span
      aria-hidden="true"
      style={style as CSSProperties}
      className={clsx(
        "relative inline-flex tint shrink-0 select-none items-center justify-center overflow-hidden font-semibold leading-none",
        size < 24 ? "rounded-md" : size < 56 ? "rounded-lg" : "rounded-xl",
        className,
      )}
    >
      {initials(name).slice(0, 1)}
      {logoUrl !== null && !broken && (
        <RemoteImage
          {...imageProps}
          key={logoUrl}
          src={logoUrl}
          alt=""
          className="absolute inset-0 size-full bg-surface-raised object-cover"
        />
      )}
    </span>
  );
}
