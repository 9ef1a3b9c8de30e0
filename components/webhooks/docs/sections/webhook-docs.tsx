import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { FoldedContents, TableOfContents } from "@/components/webhooks/docs/table-of-contents";
import { examples } from "@/components/webhooks/list/examples";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { AnswersSection, IdempotencySection, RateLimitsSection } from "./answers";
import { DiscordSection, GitHubSection, MattermostSection, SlackSection, ToolsSection } from "./dialects";
import type { DocsFacts } from "./docs-facts";
import { EmbedFieldsSection, FieldsSection, LimitsSection } from "./fields";
import { FirstMessageSection, WebhooksSection } from "./first-message";
import { MentionsSection, ThreadsSection } from "./mentions";
import { OpenApiSection, SecretSection } from "./operators";

/** The complete webhook reference. */
export function WebhookDocs({ facts }: { facts: DocsFacts }) {
  const all = examples(`${facts.baseUrl}${webhookPaths.incoming("<webhookId>", "<token>")}`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-[minmax(0,1fr)_15rem] xl:gap-x-20">
      <article className="flex min-w-0 flex-col gap-12 py-8 sm:py-12">
        <header className="flex flex-col items-start gap-4">
          <h1 className="font-semibold text-2xl">Webhooks</h1>
          <p className="max-w-[60ch] text-lg text-text-muted">
            A webhook is a URL. Anything posted to it appears in the channel immediately.
          </p>
          <div className="flex flex-wrap gap-2">
            <Link href={webhookPaths.embedBuilder} className={buttonStyle("primary")}>
              Open the embed builder
            </Link>
            <a href="#tools" className={buttonStyle()}>
              Find your tool
            </a>
            <a href={webhookPaths.openapi} className={buttonStyle()}>
              OpenAPI file
            </a>
          </div>
        </header>
        <div className="lg:hidden">
          <FoldedContents />
        </div>
        <WebhooksSection baseUrl={facts.baseUrl} />
        <FirstMessageSection examples={all} />
        <FieldsSection rows={facts.payloadFields} />
        <EmbedFieldsSection rows={facts.embedFields} />
        <LimitsSection />
        <AnswersSection rows={facts.answers} />
        <IdempotencySection baseUrl={facts.baseUrl} />
        <RateLimitsSection rateLimit={facts.rateLimit} />
        <MentionsSection />
        <ThreadsSection />
        <SlackSection examples={all} />
        <MattermostSection url={`${facts.baseUrl}${webhookPaths.incoming("<webhookId>", "<token>")}/mattermost`} />
        <DiscordSection examples={all} errors={facts.discordErrors} />
        <GitHubSection examples={all} />
        <ToolsSection senders={facts.senders} search={facts.toolSearch} licensedMarks={facts.licensedMarks} />
        <SecretSection />
        <OpenApiSection baseUrl={facts.baseUrl} />
      </article>
      <aside className="pt-12 max-lg:hidden">
        <TableOfContents />
      </aside>
    </div>
  );
}
