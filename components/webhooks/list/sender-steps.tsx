import { Markdown } from "@/components/chat/message/markdown/markdown";
import { CopyButton } from "@/components/ui/controls/copy-button";

/** The steps that make a tool post here. */
export function SenderSteps({ steps }: { steps: readonly string[] }) {
  return (
    <div className="flex items-start justify-between gap-3 rounded-lg border bg-surface-sunken p-3">
      <ol className="flex min-w-0 flex-1 list-decimal flex-col gap-1.5 ps-5 text-sm leading-relaxed marker:text-text-muted">
        {steps.map((step) => (
          <li key={step}>
            <Markdown source={step} />
          </li>
        ))}
      </ol>
      <CopyButton
        text={steps.map((step, index) => `${index + 1}. ${step}`).join("\n")}
        label="Copy steps"
        iconOnly
        className="-m-1 shrink-0"
      />
    </div>
  );
}
