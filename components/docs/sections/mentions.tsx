import { CodeExample } from "@/components/docs/code-example";
import { InlineCode, Points, Section, Text } from "@/components/docs/prose";

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

/** How a webhook gathers what belongs together. */
export function ThreadsSection() {
  return (
    <Section id="threads">
      <Text>
        Updates of one incident, one build or one deploy gather in a thread when they share a{" "}
        <InlineCode>thread_key</InlineCode>, a name of your own choice. The first message with a key stands in the
        channel; those after it are replies to it and don't count as unread for who doesn't follow the thread.
      </Text>
      <CodeExample
        label="message in a thread"
        language="json"
        code={`{
  "content": "The database answers again",
  "thread_key": "incident-4711"
}`}
      />
      <Text>
        A tool that can't change what it sends takes it in the URL: <InlineCode>?thread_key=nightly-build</InlineCode>{" "}
        works in every dialect. A key belongs to its webhook and channel, and starts anew once the first message is
        deleted.
      </Text>
      <Text>
        With an <InlineCode>update_key</InlineCode> one build, one alert or one deploy stays one message: within seven
        days a later post with the same key takes the place of the earlier one, where it stands. It answers the same
        ids, pings nobody, and says how often it was updated; what it said before is in its edit history. With{" "}
        <InlineCode>{`"bump": true`}</InlineCode> the post becomes a new message. With a{" "}
        <InlineCode>thread_key</InlineCode> as well, each update also stands in the message's thread.
      </Text>
      <CodeExample
        label="message that takes the place of the one before it"
        language="json"
        code={`{
  "update_key": "build-1841",
  "embeds": [{ "title": "Build 1841 passed", "color": 1735231 }]
}`}
      />
    </Section>
  );
}
