import { CodeExample } from "@/components/webhooks/docs/code-example";
import { InlineCode, Section, Text } from "@/components/webhooks/docs/prose";
import { curlCommand } from "@/components/webhooks/list/examples";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { AnswerRow, DocsFacts } from "./docs-facts";

/** The responses, and what to do about errors. */
export function AnswersSection({ rows }: { rows: readonly AnswerRow[] }) {
  return (
    <Section id="answers">
      <Text>
        <InlineCode>200</InlineCode> means the message is stored and visible in the channel.{" "}
        <InlineCode>202</InlineCode> means one of the webhook's rules skipped it: nothing was posted, the body is{" "}
        <InlineCode>{`{"skipped": "…"}`}</InlineCode>, and retrying won't help. Any other status means nothing was
        posted, and the body is <InlineCode>{`{"error": "…"}`}</InlineCode> with one sentence that says why.
      </Text>
      <Text>
        The only other one that isn't an error is <InlineCode>202</InlineCode>. The request is fine, but one of the
        webhook's rules, or what Parley knows about the tool, keeps it out of the channel:{" "}
        <InlineCode>{`{"skipped": "…"}`}</InlineCode> says why. Sending it again won't help. Slack's and Mattermost's
        addresses answer <InlineCode>ok</InlineCode> instead, and Discord's 204. A request with{" "}
        <InlineCode>wait=true</InlineCode> is posted silently, because its client waits for a message.
      </Text>
      <Text>
        Parley checks the ID and token first, then the method and content type, then the size, then the body. Every
        request without a valid token gets the same 404.
      </Text>
      <AnswersTable rows={rows} />
      <Text>
        Every request is listed in the webhook's delivery log with its response. When a webhook starts failing, its
        creator and the channel's managers get a notice with the error, at most once an hour. To also be notified when
        it stops posting, edit the webhook and set how often it's expected to post.
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
            When it happens and what to do
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

/** How to retry without posting twice. */
export function IdempotencySection({ baseUrl }: { baseUrl: string }) {
  const command = curlCommand(
    `${baseUrl}${webhookPaths.incoming("<webhookId>", "<token>")}`,
    '{"content": "Build 1841 passed"}',
  );
  return (
    <Section id="idempotency">
      <Text>
        If the connection drops, a sender can't know whether its message arrived. With an{" "}
        <InlineCode>Idempotency-Key</InlineCode>, it can just retry: for 24 hours, the same key with the same body gets
        the first response and posts nothing.
      </Text>
      <CodeExample
        label="example with an Idempotency-Key"
        language="bash"
        code={`${command} \\\n  -H 'Idempotency-Key: build-1841'`}
      />
      <Text>
        A key is 1 to 255 visible ASCII characters and applies to one webhook. Using it with a different body returns a
        409. GitHub's <InlineCode>X-GitHub-Delivery</InlineCode>, Standard Webhooks' <InlineCode>webhook-id</InlineCode>{" "}
        and other tools' delivery IDs prevent duplicates too. If one of those comes with a different body, it's treated
        as a new delivery: it's posted, and the delivery log says so. Signed requests are also recognized by their
        signature.
      </Text>
    </Section>
  );
}

/** How often a webhook can post. */
export function RateLimitsSection({ rateLimit }: Pick<DocsFacts, "rateLimit">) {
  return (
    <Section id="rate-limits">
      <Text>
        {rateLimit
          ? `On this server, each webhook can post ${rateLimit.count} messages in ${rateLimit.seconds} seconds.`
          : "On this server, webhooks have no rate limit."}{" "}
        Requests over the limit get a 429 with <InlineCode>Retry-After</InlineCode>, the number of seconds to wait. Wait
        that long, then send the same request again. A request that becomes several messages, such as a group of alerts,
        counts once per message, up to the limit. If they don't all fit, nothing is posted.
      </Text>
      <Text>
        A 503 also has <InlineCode>Retry-After</InlineCode>: the database can't be reached, or the server's disk is
        full. Don't retry any other 4xx without changing the request.
      </Text>
    </Section>
  );
}
