import { Link } from "@/components/ui/controls/link";
import { InlineCode, linkStyle, Points, Section, Text } from "@/components/webhooks/docs/prose";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { DocumentedField } from "@/lib/webhooks/dto";
import { payloadLimits } from "@/lib/webhooks/schema";

/** The fields of a payload. */
export function FieldsSection({ rows }: { rows: readonly DocumentedField[] }) {
  return (
    <Section id="fields">
      <Text>
        All fields are optional, but a message needs <InlineCode>content</InlineCode> or <InlineCode>embeds</InlineCode>
        . Unknown keys are ignored. <InlineCode>null</InlineCode>, <InlineCode>""</InlineCode> and empty lists are the
        same as leaving a field out.
      </Text>
      <FieldsTable caption="Fields of a message" rows={rows} />
    </Section>
  );
}

/** The fields of an embed. */
export function EmbedFieldsSection({ rows }: { rows: readonly DocumentedField[] }) {
  return (
    <Section id="embeds">
      <Text>
        An embed is a card with a colored bar. The{" "}
        <Link href={webhookPaths.embedBuilder} className={linkStyle}>
          embed builder
        </Link>{" "}
        shows what yours will look like and writes the JSON for you.
      </Text>
      <FieldsTable caption="Fields of an embed" rows={rows} />
    </Section>
  );
}

/** Limits that the field tables don't show. */
export function LimitsSection() {
  const { embeds, content, bodyBytes, embed } = payloadLimits;
  const points = [
    `A message can have up to ${embeds} embeds. With more, nothing is posted.`,
    `content can have up to ${content} characters, and all text in one embed up to ${embed.allTexts} together.`,
    `The whole body can be up to ${bodyBytes / 1024} KiB, uncompressed.`,
    "Characters are counted as Unicode code points: most emoji count as one, combined ones such as families as several.",
    "NUL characters are removed, and lone surrogates become U+FFFD.",
    "Images can be up to 10 MB and 100 megapixels, or 25 megapixels for AVIF. SVG and images that Parley can't fetch or decode aren't shown.",
    "Nothing is cut to fit: a message over a limit is rejected with an error that names the field.",
  ];
  return (
    <Section id="limits">
      <Points items={points.map((point) => ({ key: point, point }))} />
    </Section>
  );
}

function FieldsTable({ caption, rows }: { caption: string; rows: readonly DocumentedField[] }) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-border border-b text-start text-text-muted">
          <th scope="col" className="w-2/5 py-2 pe-4 text-start font-medium sm:w-64">
            Field
          </th>
          <th scope="col" className="py-2 text-start font-medium">
            Description
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

/** Renders text between backticks as code. */
function WithCode({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one fixed sentence never move.
  return text.split("`").map((piece, index) => (index % 2 ? <InlineCode key={index}>{piece}</InlineCode> : piece));
}
