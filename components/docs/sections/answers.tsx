import { type AnswerRow, AnswersTable } from "../answers-table";
import { InlineCode } from "../inline-code";
import { Section, Text } from "../section";

/** What comes back, and what to do then. */
export function AnswersSection({ rows }: { rows: readonly AnswerRow[] }) {
  return (
    <Section id="answers">
      <Text>
        <InlineCode>200</InlineCode> means that the message is stored and stands in the channel. Everything else is{" "}
        <InlineCode>{`{"error": "…"}`}</InlineCode> with one sentence, and nothing has been posted.
      </Text>
      <Text>
        Checked first are id and token, then method and content type, then size, then the body. Without a valid token
        every request gets the same 404.
      </Text>
      <AnswersTable rows={rows} />
    </Section>
  );
}
