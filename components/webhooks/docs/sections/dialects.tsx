import { CodeExample } from "@/components/webhooks/docs/code-example";
import { InlineCode, Points, Section, Text } from "@/components/webhooks/docs/prose";
import { curlCommand, type Example } from "@/components/webhooks/list/examples";
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

/** URLs that end in /slack. */
export function SlackSection({ examples }: ExamplesProps) {
  return (
    <Section id="slack">
      <ExampleOf id="slack" examples={examples} />
      <Text>
        Send JSON, or a form with the field <InlineCode>payload</InlineCode>, under any content type. Parley reads{" "}
        <InlineCode>text</InlineCode>, <InlineCode>attachments</InlineCode>, common <InlineCode>blocks</InlineCode>,{" "}
        <InlineCode>username</InlineCode> and <InlineCode>icon_url</InlineCode>. Slack's mrkdwn and links become
        Markdown. A text can have 40,000 characters and a message 100 attachments: what doesn't fit continues in the
        message's cards, and then in further messages, which are posted together. Buttons with a URL stay buttons; those
        without one need a Slack app and are left out. A value that can't be used, such as an invalid color or time, is
        left out too, and the delivery log says so. The response is <InlineCode>200</InlineCode> with the plain text{" "}
        <InlineCode>ok</InlineCode>. Errors are Slack's own: <InlineCode>invalid_payload</InlineCode>,{" "}
        <InlineCode>no_text</InlineCode>, <InlineCode>no_service</InlineCode>,{" "}
        <InlineCode>channel_is_archived</InlineCode>, <InlineCode>too_many_attachments</InlineCode>,{" "}
        <InlineCode>rate_limited</InlineCode>, <InlineCode>server_error</InlineCode>. The header{" "}
        <InlineCode>X-Parley-Error</InlineCode> has the full sentence.
      </Text>
    </Section>
  );
}

/** URLs that end in /mattermost. `url` is one. */
export function MattermostSection({ url }: { url: string }) {
  return (
    <Section id="mattermost">
      <Text>
        For any tool that can post to Mattermost. Add <InlineCode>/mattermost</InlineCode> to the URL.
      </Text>
      <CodeExample
        label="Mattermost example"
        language="bash"
        code={curlCommand(url, '{"text": "Build **1841** passed", "priority": {"priority": "important"}}')}
      />
      <Text>
        Everything is read as at <InlineCode>/slack</InlineCode>, but texts are Markdown.{" "}
        <InlineCode>props.card</InlineCode> becomes a card, and <InlineCode>priority</InlineCode> the first line. The
        response is <InlineCode>200</InlineCode> with the plain text <InlineCode>ok</InlineCode>. Errors are
        Mattermost's: <InlineCode>{`{"id", "message", "detailed_error", "request_id", "status_code"}`}</InlineCode>.
      </Text>
    </Section>
  );
}

/** URLs under /api/webhooks. */
export function DiscordSection({ examples, errors }: ExamplesProps & { errors: DocsFacts["discordErrors"] }) {
  const points = [
    {
      key: "wait",
      point: (
        <>
          The response is <InlineCode>204</InlineCode>, or the message object with <InlineCode>?wait=true</InlineCode>.
        </>
      ),
    },
    {
      key: "files",
      point: (
        <>
          Send files as <InlineCode>multipart/form-data</InlineCode> with the JSON in{" "}
          <InlineCode>payload_json</InlineCode>: up to 10 files of 10 MiB each.
        </>
      ),
    },
    {
      key: "text",
      point: (
        <>
          Discord's Markdown looks as it does in Discord. Spoilers are shown, underlined text is italic, and timestamps
          become dates in UTC.
        </>
      ),
    },
    {
      key: "components",
      point: (
        <>
          Link buttons stay buttons, and components of the second version (<InlineCode>flags: 32768</InlineCode>) become
          text, pictures, links and cards. Polls and <InlineCode>thread_name</InlineCode> become text. Buttons with a{" "}
          <InlineCode>custom_id</InlineCode> and pictures that can't be shown are left out, and the delivery log names
          them.
        </>
      ),
    },
    {
      key: "messages",
      point: (
        <>
          <InlineCode>GET</InlineCode>, <InlineCode>PATCH</InlineCode> and <InlineCode>DELETE</InlineCode> on{" "}
          <InlineCode>…/messages/{"<messageId>"}</InlineCode> read, edit and delete a message that the webhook posted in
          its current channel. <InlineCode>GET</InlineCode> on the URL itself describes the webhook, without its token.
        </>
      ),
    },
    {
      key: "limits",
      point: (
        <>
          Rate limits are in Discord's headers: <InlineCode>X-RateLimit-Limit</InlineCode>,{" "}
          <InlineCode>X-RateLimit-Remaining</InlineCode>, <InlineCode>X-RateLimit-Reset-After</InlineCode>, and{" "}
          <InlineCode>Retry-After</InlineCode> with a 429.
        </>
      ),
    },
    {
      key: "versions",
      point: (
        <>
          <InlineCode>/api/v10/webhooks/…</InlineCode> and every other version are the same URL. You can add{" "}
          <InlineCode>/slack</InlineCode>, <InlineCode>/mattermost</InlineCode> or <InlineCode>/github</InlineCode> to
          it.
        </>
      ),
    },
  ];
  return (
    <Section id="discord">
      <ExampleOf id="discord" examples={examples} />
      <Points items={points} />
      <Text>
        Errors are <InlineCode>{`{"code", "message", "errors"}`}</InlineCode> with these codes and statuses:
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

/** URLs that end in /github. */
export function GitHubSection({ examples }: ExamplesProps) {
  const points = [
    {
      key: "events",
      point:
        "Pushes, pull requests, reviews, issues, comments, releases, checks, workflows and deployments become cards. Other events are accepted and become a plain card.",
    },
    {
      key: "one-line",
      point: (
        <>
          With <b>One line per thing</b>, which new webhooks have on, a pull request, issue or run has one message that
          changes. Its checks are counted there, and reviews, comments and new commits reply in its thread. Stars, forks
          and other noise are skipped with a <InlineCode>202</InlineCode>.
        </>
      ),
    },
    {
      key: "secret",
      point: (
        <>
          If you set a secret, GitHub signs each delivery in <InlineCode>X-Hub-Signature-256</InlineCode>. Set the same
          secret on the webhook in the channel's settings. Requests that aren't signed with it then get a 401, in every
          format.
        </>
      ),
    },
    {
      key: "delivery",
      point: (
        <>
          <InlineCode>X-GitHub-Delivery</InlineCode> prevents duplicates: redelivering from GitHub posts nothing twice.
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
  /** The initial search. */
  search: string;
  /** Logos under their own licence, which must be named. */
  licensedMarks: readonly { label: string; licence: string }[];
};

/** Lists every known tool with a link to its page. */
export function ToolsSection({ senders, search, licensedMarks }: ToolsSectionProps) {
  return (
    <Section id="tools">
      <Text>
        If you can't change what a tool posts, add the tool's name to the URL, such as <InlineCode>…/gitlab</InlineCode>
        , and its events become cards. With <InlineCode>…/json</InlineCode>, Parley recognizes the tool from its
        payload, also messages for Slack and Mattermost; any other JSON, form or text becomes a plain card. These URLs
        shorten long text instead of rejecting it. An event skipped by a tool's rule gets <InlineCode>202</InlineCode>{" "}
        with <InlineCode>{`{"skipped": "<rule>"}`}</InlineCode>. Case, hyphens, underscores and dots in a name don't
        matter. An unknown name gets <InlineCode>404</InlineCode> with similar names.
      </Text>
      <ToolList senders={senders.filter(({ name }) => name !== "parley")} search={search} />
      <p className="max-w-[72ch] text-sm text-text-muted">
        Logos are trademarks of their owners, drawn by Simple Icons
        {licensedMarks.map(({ label, licence }) => `; ${label}'s under ${licence}`)}.
      </p>
    </Section>
  );
}
