import { CodeExample } from "@/components/docs/prose/code-example";
import { InlineCode } from "@/components/docs/prose/inline-code";
import { Section, Text } from "@/components/docs/prose/section";
import { curlCommand } from "@/components/webhooks/examples";
import { paths } from "@/lib/paths";
import type { DocsFacts } from "./docs-facts";

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
