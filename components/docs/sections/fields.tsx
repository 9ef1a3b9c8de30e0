import Link from "next/link";
import { paths } from "@/lib/paths";
import { payloadLimits } from "@/lib/webhooks/schema";
import { type FieldRow, FieldsTable } from "../fields-table";
import { InlineCode } from "../inline-code";
import { linkStyle } from "../link-style";
import { Points, Section, Text } from "../section";

/** The top level of a payload. */
export function FieldsSection({ rows }: { rows: readonly FieldRow[] }) {
  return (
    <Section id="fields">
      <Text>
        None of these is required, but something must be there to show. Keys that Parley doesn't know are ignored;{" "}
        <InlineCode>null</InlineCode>, <InlineCode>""</InlineCode> and empty lists mean the same as leaving a field out.
      </Text>
      <FieldsTable caption="Fields of a message" rows={rows} />
    </Section>
  );
}

/** One embed. */
export function EmbedFieldsSection({ rows }: { rows: readonly FieldRow[] }) {
  return (
    <Section id="embeds">
      <Text>
        An embed is a card with a coloured bar. The{" "}
        <Link href={paths.embedBuilder} className={linkStyle}>
          embed builder
        </Link>{" "}
        shows what yours will look like, and writes the JSON.
      </Text>
      <FieldsTable caption="Fields of an embed" rows={rows} />
    </Section>
  );
}

/** What the tables don't say of limits. */
export function LimitsSection() {
  const { embeds, content, bodyBytes, embed } = payloadLimits;
  const points = [
    `${embeds} embeds in a message. With one more nothing is posted.`,
    `${content} characters of content, ${embed.allTexts} in all texts of one embed together.`,
    `${bodyBytes / 1024} KiB for the whole body. It is not compressed.`,
    "Characters are Unicode code points: most emoji count as one, those of several people as more.",
    "NUL characters are removed, and halves of broken characters become the replacement sign.",
    "A picture can have 10 MB and 100 megapixels, unless this install says otherwise. SVG is not shown, and nothing else that Parley can't fetch and decode: its place stays empty.",
    "Nothing is ever cut to fit: what is over a limit is refused as a whole, with a sentence that names the field.",
  ];
  return (
    <Section id="limits">
      <Points items={points.map((point) => ({ key: point, point }))} />
    </Section>
  );
}
