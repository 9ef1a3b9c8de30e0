import { withSigns } from "@/components/emoji/signs";
import type { EmbedTool } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";

/** A tool's logo and name. */
export function ToolName({ tool }: { tool: EmbedTool }) {
  return (
    <span className="font-medium text-text">
      <ToolMark tool={tool} />
      {withSigns(cleanText(tool.name))}
    </span>
  );
}

/** A tool's logo, if it has one. Decorative: the name is beside it. */
export function ToolMark({ tool: { mark } }: { tool: EmbedTool }) {
  if (!mark) return null;
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="currentColor"
      className="me-1.5 inline-block size-3.5 align-[-0.125rem]"
    >
      <use href={`${paths.senderMarks}#${encodeURIComponent(mark)}`} />
    </svg>
  );
}
