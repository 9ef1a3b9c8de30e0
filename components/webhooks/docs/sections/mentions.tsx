import { CodeExample } from "@/components/webhooks/docs/code-example";
import { InlineCode, Points, Section, Text } from "@/components/webhooks/docs/prose";

/** How a message notifies people. */
export function MentionsSection() {
  return (
    <Section id="mentions">
      <Text>
        By default, webhook messages notify no one. To notify a person, mention them as{" "}
        <InlineCode>{"<@id>"}</InlineCode> and allow it in <InlineCode>allowed_mentions</InlineCode>. To find a person's
        ID, mention them in a channel and copy the mention's link, which ends with it.
      </Text>
      <CodeExample
        label="message that notifies a person"
        language="json"
        code={`{
  "content": "<@117430585659490304> the deploy is waiting for you",
  "allowed_mentions": {"users": ["117430585659490304"]}
}`}
      />
      <Points
        items={[
          {
            key: "parse users",
            point: (
              <>
                <InlineCode>{`{"parse": ["users"]}`}</InlineCode> notifies everyone mentioned in the text.
              </>
            ),
          },
          {
            key: "users",
            point: (
              <>
                <InlineCode>{`{"users": ["<id>"]}`}</InlineCode> notifies only these people, if the text mentions them.
              </>
            ),
          },
          {
            key: "everyone",
            point: (
              <>
                <InlineCode>{`{"parse": ["everyone"]}`}</InlineCode> lets @everyone and @here notify the channel's
                members, if the channel's settings allow it.
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** How to keep related messages in a thread, or in one message. */
export function ThreadsSection() {
  return (
    <Section id="threads">
      <Text>
        To keep updates about one incident, build or deploy in a thread, give them the same{" "}
        <InlineCode>thread_key</InlineCode>, any text you like. The first message with a key appears in the channel.
        Later ones are replies to it and count as unread only for people who follow the thread.
      </Text>
      <CodeExample
        label="message in a thread"
        language="json"
        code={`{
  "content": "The database is back",
  "thread_key": "incident-4711"
}`}
      />
      <Text>
        If you can't change what a tool sends, put the key in the URL:{" "}
        <InlineCode>?thread_key=nightly-build</InlineCode> works in every format. A key applies to one webhook in one
        channel. Deleting the first message starts a new thread.
      </Text>
      <Text>
        To keep one build, alert or deploy in one message, use an <InlineCode>update_key</InlineCode>. For seven days,
        posting with the same key edits the existing message in place. The response has the same IDs, no one is
        notified, and the message shows how often it was updated and keeps its edit history. Add{" "}
        <InlineCode>{`"bump": true`}</InlineCode> to post a new message instead. Add a{" "}
        <InlineCode>thread_key</InlineCode> to post each update in the message's thread as well.
      </Text>
      <CodeExample
        label="message that updates an earlier one"
        language="json"
        code={`{
  "update_key": "build-1841",
  "embeds": [{ "title": "Build 1841 passed", "color": 1735231 }]
}`}
      />
    </Section>
  );
}
