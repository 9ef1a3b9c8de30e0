import { InlineCode } from "./inline-code";

export type AnswerRow = {
  status: number;
  when: string;
  error: string;
  whatToDo: string;
  headers?: { name: string; says: string }[];
};

/** How the endpoint answers when it posts nothing, by status. */
export function AnswersTable({ rows }: { rows: readonly AnswerRow[] }) {
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
