import { CodeTabs } from "@/components/ui/controls/tabs";
import { CodeExample } from "@/components/webhooks/docs/code-example";
import { InlineCode, linkStyle, Section, Text } from "@/components/webhooks/docs/prose";
import type { Example } from "@/components/webhooks/list/examples";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";

/** What a webhook is and where to create one. */
export function WebhooksSection({ baseUrl }: { baseUrl: string }) {
  return (
    <Section id="webhooks">
      <Text>
        A webhook belongs to a channel. Its URL contains an ID and a secret token, which is all you need to post: no
        headers, account or library.
      </Text>
      <CodeExample
        label="URL"
        language="plaintext"
        code={`POST ${baseUrl}${webhookPaths.incoming("<webhookId>", "<token>")}`}
      />
      <Text>
        Create one in <strong className="font-semibold">Channel settings → Webhooks → New webhook</strong>. The URL is
        shown once. To get there,{" "}
        <a href={paths.home} className={linkStyle}>
          open your channels
        </a>{" "}
        and click the gear at the top of a channel.
      </Text>
      <Text>
        A message shows the webhook's name and avatar and an APP badge. It's stored and visible in the channel before
        the response is sent.
      </Text>
    </Section>
  );
}

/** The first message, in three languages. */
export function FirstMessageSection({ examples }: { examples: readonly Example[] }) {
  const shown = examples.filter(({ id }) => id === "curl" || id === "javascript" || id === "python");
  return (
    <Section id="first-message">
      <Text>
        Send JSON with <InlineCode>content</InlineCode>, <InlineCode>embeds</InlineCode> or both. Replace the URL in the
        example with your webhook's.
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
        The response is <InlineCode>200</InlineCode> with the IDs of the message and its channel:
      </Text>
      <CodeExample
        label="response"
        language="json"
        code={`{"messageId": "117430585659490304", "channelId": "117430585659480064"}`}
      />
    </Section>
  );
}
