import { InlineCode } from "@/components/docs/prose/inline-code";
import { Section, Text } from "@/components/docs/prose/section";
import type { SenderDto } from "@/lib/webhooks/dto";
import { ToolList } from "./tool-list";

type ToolsSectionProps = {
  senders: readonly SenderDto[];
  /** What is searched for at first. */
  search: string;
  /** Marks that are under a licence of their own, and which that is. */
  licensedMarks: readonly { label: string; licence: string }[];
};

/** Every tool whose own JSON is known, and the way to the page of each. */
export function ToolsSection({ senders, search, licensedMarks }: ToolsSectionProps) {
  return (
    <Section id="tools">
      <Text>
        A tool that can't choose what it posts gets the URL with its name at the end, such as{" "}
        <InlineCode>…/gitlab</InlineCode>, and its events become cards. With <InlineCode>…/json</InlineCode> Parley
        recognises the tool by itself, and any other JSON, form or text becomes a plain card. Texts that are too long
        are shortened there instead of refused, and an event that a tool's rule leaves out is answered{" "}
        <InlineCode>202</InlineCode> with <InlineCode>{`{"skipped": "<rule>"}`}</InlineCode>. Upper case, hyphens and
        dots in a name make no difference, and a name that no tool has is answered <InlineCode>404</InlineCode> with the
        nearest ones.
      </Text>
      <ToolList senders={senders.filter(({ name }) => name !== "parley")} search={search} />
      <p className="max-w-[72ch] text-sm text-text-muted">
        Marks are trademarks of their owners, drawn by Simple Icons
        {licensedMarks.map(({ label, licence }) => `; ${label}'s under ${licence}`)}.
      </p>
    </Section>
  );
}
