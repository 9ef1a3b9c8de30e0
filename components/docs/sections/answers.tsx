import { CodeExample } from "@/components/docs/code-example";
import { InlineCode, Section, Text } from "@/components/docs/prose";
import { curlCommand } from "@/components/webhooks/examples";
import { paths } from "@/lib/paths";
import type { AnswerRow, DocsFacts } from "./docs-facts";

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

/** How a message is sent again without standing there twice. */
export function IdempotencySection({ baseUrl }: { baseUrl: string }) {
  const command = curlCommand(
    `${baseUrl}${paths.webhook("<webhookId>", "<token>")}`,
    '{"content": "Build 1841 passed"}',
  );
  return (
    <Section id="idempotency">
      <Text>
        When a connection breaks, a sender can't know whether its message arrived. With an{" "}
        <InlineCode>Idempotency-Key</InlineCode> it can simply send again: for 24 hours the same key with the same body
        answers the first message's ids and posts nothing.
      </Text>
      <CodeExample
        label="example with an Idempotency-Key"
        language="bash"
        code={`${command} \\\n  -H 'Idempotency-Key: build-1841'`}
      />
      <Text>
        A key is 1 to 255 visible ASCII characters and counts for its webhook alone. With another body it is refused
        with 409. GitHub's <InlineCode>X-GitHub-Delivery</InlineCode>, Standard Webhooks'{" "}
        <InlineCode>webhook-id</InlineCode> and the ids of other tools make a repeat known too. With another body they
        name another delivery: it is posted, and the delivery log says so. A signed request is also known by its
        signature.
      </Text>
    </Section>
  );
}

/** How often one may post. */
export function RateLimitsSection({ rateLimit }: Pick<DocsFacts, "rateLimit">) {
  return (
    <Section id="rate-limits">
      <Text>
        {rateLimit
          ? `Here each webhook may post ${rateLimit.count} times in ${rateLimit.seconds} seconds.`
          : "Here nothing limits how often a webhook posts."}{" "}
        Beyond its limit a request gets 429 with <InlineCode>Retry-After</InlineCode>: the whole seconds to wait, at
        least 1. Wait that long, then send the same request again. A request of which several messages are made, such as
        a group of alerts, counts as many times, at most as the limit allows; without room for all of them nothing is
        posted.
      </Text>
      <Text>
        503 comes with <InlineCode>Retry-After</InlineCode> too, while the database can't be reached. Nothing else needs
        waiting: a 4xx without it will be refused again.
      </Text>
    </Section>
  );
}
