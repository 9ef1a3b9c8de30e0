import { CodeExample } from "@/components/docs/code-example";
import { InlineCode, linkStyle, Section, Text } from "@/components/docs/prose";
import { CodeTabs } from "@/components/ui/tabs";
import type { Example } from "@/components/webhooks/examples";
import { paths } from "@/lib/paths";

/** What a webhook is, and where one makes one. */
export function WebhooksSection({ baseUrl }: { baseUrl: string }) {
  return (
    <Section id="webhooks">
      <Text>
        A webhook belongs to a channel. Its URL holds an id and a secret token, and the token is all it takes to post:
        no header, no account, no library.
      </Text>
      <CodeExample
        label="address"
        language="plaintext"
        code={`POST ${baseUrl}${paths.webhook("<webhookId>", "<token>")}`}
      />
      <Text>
        Members make one in <strong className="font-semibold">Channel settings → Webhooks → New webhook</strong>. The
        URL is shown once.{" "}
        <a href={paths.home} className={linkStyle}>
          Open your channels
        </a>
        , then the gear at the top of the channel.
      </Text>
      <Text>
        A message carries the webhook's name and picture, and always an APP badge. It is on disk and readable in the
        channel before the answer leaves.
      </Text>
    </Section>
  );
}

/** The first message in three languages. */
export function FirstMessageSection({ examples }: { examples: readonly Example[] }) {
  const shown = examples.filter(({ id }) => id === "curl" || id === "javascript" || id === "python");
  return (
    <Section id="first-message">
      <Text>
        Send JSON with a <InlineCode>content</InlineCode>, or with <InlineCode>embeds</InlineCode>, or with both. Put
        your webhook's URL in the place of this one.
      </Text>
      <CodeTabs
        label="Language"
        tabs={shown.map(({ id, label, intro, code, language }) => ({
          id,
          label,
          panel: (
            <div className="flex flex-col gap-2">
              <p className="text-sm text-text-muted">{intro}</p>
              <CodeExample label={`${label} example`} language={language} code={code} />
            </div>
          ),
        }))}
      />
      <Text>
        The answer is <InlineCode>200</InlineCode> with the ids of the message and its channel:
      </Text>
      <CodeExample
        label="answer"
        language="json"
        code={`{"messageId": "117430585659490304", "channelId": "117430585659480064"}`}
      />
    </Section>
  );
}
