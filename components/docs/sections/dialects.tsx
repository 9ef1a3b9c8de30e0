import { CodeExample } from "@/components/docs/code-example";
import { InlineCode, Points, Section, Text } from "@/components/docs/prose";
import type { Example } from "@/components/webhooks/examples";
import type { SenderDto } from "@/lib/webhooks/dto";
import type { DocsFacts } from "./docs-facts";
import { ToolList } from "./tool-list";

type ExamplesProps = { examples: readonly Example[] };

function ExampleOf({ id, examples }: ExamplesProps & { id: Example["id"] }) {
  const example = examples.find((each) => each.id === id);
  if (!example) return null;
  return (
    <>
      <Text>{example.intro}</Text>
      <CodeExample label={`${example.label} example`} language={example.language} code={example.code} />
    </>
  );
}

/** The URL with /slack. */
export function SlackSection({ examples }: ExamplesProps) {
  return (
    <Section id="slack">
      <ExampleOf id="slack" examples={examples} />
      <Text>
        It takes JSON, or a form with the field <InlineCode>payload</InlineCode>: <InlineCode>text</InlineCode>,{" "}
        <InlineCode>attachments</InlineCode>, common <InlineCode>blocks</InlineCode>, <InlineCode>username</InlineCode>{" "}
        and <InlineCode>icon_url</InlineCode>. Slack's mrkdwn and its links become Markdown. Buttons with a URL stay
        buttons; those without one speak to a Slack app and are left out. The answer is <InlineCode>200</InlineCode>{" "}
        with exactly <InlineCode>ok</InlineCode> in plain text. Errors are Slack's own words:{" "}
        <InlineCode>invalid_payload</InlineCode>, <InlineCode>no_text</InlineCode>, <InlineCode>no_service</InlineCode>,{" "}
        <InlineCode>channel_is_archived</InlineCode>, <InlineCode>too_many_attachments</InlineCode>,{" "}
        <InlineCode>rate_limited</InlineCode>, <InlineCode>server_error</InlineCode>; the sentence stands in the header{" "}
        <InlineCode>X-Parley-Error</InlineCode>.
      </Text>
    </Section>
  );
}

/** The address under /api/webhooks. */
export function DiscordSection({ examples, errors }: ExamplesProps & { errors: DocsFacts["discordErrors"] }) {
  const points = [
    {
      key: "wait",
      point: (
        <>
          The answer is <InlineCode>204</InlineCode>; with <InlineCode>?wait=true</InlineCode> it is the message object.
        </>
      ),
    },
    {
      key: "files",
      point: (
        <>
          Files go along as <InlineCode>multipart/form-data</InlineCode> with the JSON in{" "}
          <InlineCode>payload_json</InlineCode>: up to 10, of at most 10 MiB each.
        </>
      ),
    },
    {
      key: "messages",
      point: (
        <>
          <InlineCode>GET</InlineCode>, <InlineCode>PATCH</InlineCode> and <InlineCode>DELETE</InlineCode> on{" "}
          <InlineCode>…/messages/{"<messageId>"}</InlineCode> read, edit and delete a message that this webhook posted
          in the channel that it is in now. A <InlineCode>GET</InlineCode> on the URL itself describes the webhook,
          without its token.
        </>
      ),
    },
    {
      key: "limits",
      point: (
        <>
          Rate limits come in Discord's headers: <InlineCode>X-RateLimit-Limit</InlineCode>,{" "}
          <InlineCode>X-RateLimit-Remaining</InlineCode>, <InlineCode>X-RateLimit-Reset-After</InlineCode>, and with 429{" "}
          <InlineCode>Retry-After</InlineCode>.
        </>
      ),
    },
    {
      key: "versions",
      point: (
        <>
          <InlineCode>/api/v10/webhooks/…</InlineCode> and every other version are the same address, and{" "}
          <InlineCode>/slack</InlineCode> and <InlineCode>/github</InlineCode> work at its end, too.
        </>
      ),
    },
  ];
  return (
    <Section id="discord">
      <ExampleOf id="discord" examples={examples} />
      <Points items={points} />
      <Text>
        Errors are <InlineCode>{`{"code", "message", "errors"}`}</InlineCode>, with these codes and statuses:
      </Text>
      <dl className="grid max-w-[72ch] grid-cols-[auto_auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
        {errors.map(({ status, code, meaning }) => (
          <div key={meaning} className="col-span-full grid grid-cols-subgrid">
            <dt className="col-span-2 grid grid-cols-subgrid font-mono">
              <span className="font-medium">{code}</span>
              <span className="text-text-muted">{status}</span>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** The URL with /github. */
export function GitHubSection({ examples }: ExamplesProps) {
  const points = [
    {
      key: "events",
      point:
        "Pushes, pull requests, reviews, issues, comments, releases, checks, workflows and deployments become cards. An event that Parley doesn't know is accepted and shown plainly.",
    },
    {
      key: "secret",
      point: (
        <>
          With a secret, GitHub signs each delivery in <InlineCode>X-Hub-Signature-256</InlineCode>. Give the webhook
          the same secret in the channel's settings, and what isn't signed with it is refused with 401, in every
          dialect.
        </>
      ),
    },
    {
      key: "delivery",
      point: (
        <>
          <InlineCode>X-GitHub-Delivery</InlineCode> makes a repeat known: redelivering on GitHub's page posts nothing
          twice.
        </>
      ),
    },
  ];
  return (
    <Section id="github">
      <ExampleOf id="github" examples={examples} />
      <Points items={points} />
    </Section>
  );
}

type ToolsSectionProps = {
  senders: readonly SenderDto[];
  /** What is searched for at first. */
  search: string;
  /** Marks that are under a licence of their own, and which that is. */
  licensedMarks: readonly { label: string; licence: string }[];
};

/** Every tool whose own JSON is known, and the way to the page of each. */
export function ToolsSection({ senders, search, licensedMarks }: ToolsSectionProps) {
  return (
    <Section id="tools">
      <Text>
        A tool that can't choose what it posts gets the URL with its name at the end, such as{" "}
        <InlineCode>…/gitlab</InlineCode>, and its events become cards. With <InlineCode>…/json</InlineCode> Parley
        recognises the tool by itself, and any other JSON, form or text becomes a plain card. Texts that are too long
        are shortened there instead of refused, and an event that a tool's rule leaves out is answered{" "}
        <InlineCode>202</InlineCode> with <InlineCode>{`{"skipped": "<rule>"}`}</InlineCode>. Upper case, hyphens and
        dots in a name make no difference, and a name that no tool has is answered <InlineCode>404</InlineCode> with the
        nearest ones.
      </Text>
      <ToolList senders={senders.filter(({ name }) => name !== "parley")} search={search} />
      <p className="max-w-[72ch] text-sm text-text-muted">
        Marks are trademarks of their owners, drawn by Simple Icons
        {licensedMarks.map(({ label, licence }) => `; ${label}'s under ${licence}`)}.
      </p>
    </Section>
  );
}
