import { InlineCode } from "./inline-code";

export type FieldRow = {
  name: string;
  type: string;
  limit: string;
  required: boolean;
  description: string;
  /** As JSON. */
  example: string | null;
};

/** The fields of an object, as the validator describes them. */
export function FieldsTable({ caption, rows }: { caption: string; rows: readonly FieldRow[] }) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-border border-b text-start text-text-muted">
          <th scope="col" className="w-2/5 py-2 pe-4 text-start font-medium sm:w-64">
            Field
          </th>
          <th scope="col" className="py-2 text-start font-medium">
            What it does
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-border border-b align-top last:border-0">
            <th scope="row" className="py-3 pe-4 text-start font-normal">
              <span className="font-medium font-mono text-sm [overflow-wrap:anywhere]">{row.name}</span>
              {row.required && <span className="text-text-muted text-xs max-sm:block sm:ms-2">required</span>}
              <span className="block pt-1 text-text-muted">
                {row.type}
                {row.limit && <span className="block">{row.limit}</span>}
              </span>
            </th>
            <td className="py-3 leading-relaxed">
              <WithCode text={row.description} />
              {row.example && (
                <span className="block pt-1.5">
                  <span className="sr-only">Example: </span>
                  <InlineCode>{row.example}</InlineCode>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A sentence in which `what stands between backticks` is code. */
function WithCode({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one fixed sentence never move.
  return text.split("`").map((piece, place) => (place % 2 ? <InlineCode key={place}>{piece}</InlineCode> : piece));
}
