import type { CSSProperties } from "react";
import { hueOf } from "@/components/ui/display/avatar-mark";
import { Mark } from "@/components/ui/display/mark";
import { Braces } from "@/components/ui/icons/more-icons";
import { paths } from "@/lib/text/paths";
import type { SenderDto } from "@/lib/webhooks/dto";

/** A tool's logo or the first letter of its name. Decorative, because the name is next to it. */
export function SenderMark({ sender }: { sender: Pick<SenderDto, "name" | "label" | "mark"> }) {
  const { name, label, mark } = sender;
  if (name === "parley") return <Mark className="size-6 shrink-0" />;
  if (name === "json") return <Braces aria-hidden="true" className="size-6 shrink-0 p-0.5 text-text-muted" />;
  if (mark === null) {
    return (
      <span
        aria-hidden="true"
        style={{ "--hue": hueOf(name) } as CSSProperties}
        className="inline-flex size-6 tint shrink-0 select-none items-center justify-center rounded-md font-semibold text-xs leading-none"
      >
        {label.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="size-6 shrink-0 p-0.5">
      <use href={`${paths.senderMarks}#${mark}`} />
    </svg>
  );
}
