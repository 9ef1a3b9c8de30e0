import { CodeExample } from "@/components/docs/prose/code-example";
import { InlineCode } from "@/components/docs/prose/inline-code";
import { Points, Section, Text } from "@/components/docs/prose/section";

/** Whom a webhook's message pings. */
export function MentionsSection() {
  return (
    <Section id="mentions">
      <Text>
        A webhook pings nobody by default. A person is named in a text as <InlineCode>{"<@id>"}</InlineCode>, and is
        notified only when <InlineCode>allowed_mentions</InlineCode> says so:
      </Text>
      <CodeExample
        label="message that pings a person"
        language="json"
        code={`{
  "content": "<@117430585659490304> the deploy waits for you",
  "allowed_mentions": {"users": ["117430585659490304"]}
}`}
      />
      <Points
        items={[
          {
            key: "parse users",
            point: (
              <>
                <InlineCode>{`{"parse": ["users"]}`}</InlineCode> pings everybody whom the text names.
              </>
            ),
          },
          {
            key: "users",
            point: (
              <>
                <InlineCode>{`{"users": ["<id>"]}`}</InlineCode> pings these people, where the text names them.
              </>
            ),
          },
          {
            key: "everyone",
            point: (
              <>
                <InlineCode>{`{"parse": ["everyone"]}`}</InlineCode> makes @everyone and @here ping the channel's
                members, if the channel's settings allow webhooks to mention everyone.
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
