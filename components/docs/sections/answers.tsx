import { InlineCode } from "@/components/docs/prose/inline-code";
import { Section, Text } from "@/components/docs/prose/section";

/** How the endpoint answers with a status when it posts nothing. */
export type AnswerRow = {
  status: number;
  when: string;
  error: string;
  whatToDo: string;
  headers?: { name: string; says: string }[];
};

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
      <Text>
        Each request stands in the webhook's delivery log, with its answer. When a webhook begins to fail, who created
        it and the channel's managers get a notice with the error, once an hour at most. When nothing comes any more,
        there is no error: for that, set under “Edit” within how many hours the webhook is expected to post, and they
        are told when it falls silent.
      </Text>
    </Section>
  );
}

function AnswersTable({ rows }: { rows: readonly AnswerRow[] }) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">Errors by status</caption>
      <thead>
        <tr className="border-border border-b text-text-muted">
          <th scope="col" className="w-16 py-2 pe-4 text-start font-medium">
            Status
          </th>
          <th scope="col" className="py-2 text-start font-medium">
            When, and what to do
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.status} id={`status-${row.status}`} className="border-border border-b align-top last:border-0">
            <th scope="row" className="py-3 pe-4 text-start font-mono font-semibold tabular-nums">
              {row.status}
            </th>
            <td className="flex flex-col items-start gap-1.5 py-3 leading-relaxed">
              <p>{row.when}</p>
              <InlineCode>{JSON.stringify({ error: row.error })}</InlineCode>
              {row.headers?.map(({ name, says }) => (
                <p key={name} className="text-text-muted">
                  <InlineCode>{name}</InlineCode> {says}
                </p>
              ))}
              <p className="text-text-muted">{row.whatToDo}</p>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
