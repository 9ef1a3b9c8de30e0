"use client";

import type { ReactNode } from "react";
import { renderNodes } from "@/components/chat/message/markdown/render";
import { Link } from "@/components/ui/controls/link";
import { SenderMark } from "@/components/webhooks/list/sender-mark";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { SenderDocsDto, SenderDto, SenderEventDto } from "@/lib/webhooks/dto";
import { senderAddress, stepsWith } from "@/lib/webhooks/sender-address";
import { CodeExample } from "./code-example";
import { InlineCode, linkStyle, Text } from "./prose";

type SenderDocsProps = { docs: SenderDocsDto; url: string };

/** The page of one described tool. `url` is a webhook URL with placeholders. */
export function SenderDocs({ docs: { sender, home, events, knowsOthers, ...docs }, url }: SenderDocsProps) {
  const { label } = sender;
  return (
    <Page
      sender={sender}
      url={url}
      intro={
        <>
          <a href={home} rel="noreferrer" className={linkStyle}>
            {label}
          </a>{" "}
          can post to a webhook. Parley turns each event into a card.
        </>
      }
    >
      <Part title="Events">
        <EventTable label={label} events={events} />
        <Text>
          {knowsOthers
            ? "All other events become cards too."
            : "Events that aren't listed become a plain card with the title, text, link, state and values that Parley finds."}{" "}
          A card shows a title, a link to the tool, the time and a color for the state. Text from a payload never
          becomes markup or a mention. Long text is shortened in the middle.
        </Text>
      </Part>
      <Part title="Signatures and retries">
        <Text>
          {docs.signature ? (
            <>
              {label} {inline(docs.signature)}. To accept only signed requests, edit the webhook in the channel's
              settings: under <b>Signed posts</b>, choose {label} and enter the same secret as in {label}. Other
              requests then get a <InlineCode>401</InlineCode>.
            </>
          ) : (
            <>
              {label} doesn't sign its requests in a way that Parley can check. Don't set a signing secret, and treat
              the URL like a password.
            </>
          )}
        </Text>
        {docs.delivery && (
          <Text>
            {label} identifies each delivery in {inline(docs.delivery)}, so a retry isn't posted twice. The same ID with
            a different body counts as a new delivery.
          </Text>
        )}
      </Part>
    </Page>
  );
}

/** The page for tools without a description. */
export function AnyJsonDocs({ sender, url }: { sender: SenderDto; url: string }) {
  return (
    <Page sender={sender} url={url} intro="Any tool that sends JSON, a form or plain text can post to a webhook.">
      <Part title="How it's shown">
        <Text>
          JSON from a tool that Parley knows gets that tool's card. From any other JSON, Parley makes a card that says
          what happened to what, such as <q>Epic created: New onboarding</q>, with the state, a link, a short text, up
          to six values and up to three lists. Words such as <InlineCode>critical</InlineCode> or{" "}
          <InlineCode>resolved</InlineCode> set the color. IDs, hashes and pictures are left out. People who manage the
          webhook can open the whole payload from the card for 30 days.
        </Text>
        <Text>
          XML, YAML, CSV, <InlineCode>level=error host=web-3</InlineCode> and lines such as{" "}
          <InlineCode>Host: web-3</InlineCode> or <InlineCode>CRITICAL: Disk is full</InlineCode> become cards too.
          Other text is shown as it is.
        </Text>
        <Text>
          To update one card per incident, edit the webhook and turn on <b>One card per incident</b>. It follows{" "}
          <InlineCode>incident_id</InlineCode>, <InlineCode>alert_id</InlineCode>, <InlineCode>fingerprint</InlineCode>{" "}
          and similar keys.
        </Text>
        <Text>
          Parley looks at the body, not the content type: JSON sent as a form or as text is still read as JSON, and text
          sent as JSON is posted as text. In a form, including multipart, the JSON is read from the field{" "}
          <InlineCode>payload</InlineCode>, <InlineCode>payload_json</InlineCode> or <InlineCode>data</InlineCode>, or
          from the only field that contains JSON. A form without JSON becomes a card of its fields. Files in a multipart
          form are attached to the message. The body can be up to 256 KiB, including files. Numbers keep all their
          digits.
        </Text>
        <Text>
          An empty body, <InlineCode>{"{}"}</InlineCode>, <InlineCode>[]</InlineCode>, <InlineCode>null</InlineCode>, a
          lone number and invalid JSON get a <InlineCode>400</InlineCode>.
        </Text>
        <Text>
          The plain URL accepts only Parley's own JSON and returns an error for anything else. To accept any JSON there
          too, edit the webhook in the channel's settings and turn on <b>Accept any JSON at the plain URL</b>.
        </Text>
      </Part>
    </Page>
  );
}

type PageProps = { sender: SenderDto; url: string; intro: ReactNode; children: ReactNode };

function Page({ sender, url, intro, children }: PageProps) {
  const address = senderAddress(url, sender.name);
  return (
    <article className="flex min-w-0 flex-col gap-10 py-8 sm:py-12">
      <header className="flex flex-col gap-3">
        <p className="text-sm">
          <Link href={`${webhookPaths.docs}#tools`} className={linkStyle}>
            All tools
          </Link>
        </p>
        <h1 className="flex items-center gap-2.5 font-semibold text-2xl">
          <SenderMark sender={sender} />
          {sender.label}
        </h1>
        <p className="max-w-[60ch] text-lg text-text-muted">{intro}</p>
      </header>
      <Part title="Setup">
        <Text>
          Create a webhook in a channel's settings, under <b>Webhooks</b>, and choose {sender.label}. You'll get these
          steps with your webhook's URL.
        </Text>
        <ol className="flex max-w-[72ch] list-decimal flex-col gap-1.5 ps-5 leading-relaxed marker:text-text-muted">
          {stepsWith(sender.steps, address).map((step) => (
            <li key={step} className="[overflow-wrap:anywhere]">
              {inline(step)}
            </li>
          ))}
        </ol>
        <CodeExample label={`URL for ${sender.label}`} language="plaintext" code={address} />
        {sender.aliases && sender.aliases.length > 0 && (
          <Text>
            These URL endings work too: {inline(sender.aliases.map((alias) => `\`/${alias}\``).join(", "))}. Case,
            hyphens, underscores and dots don't matter.
          </Text>
        )}
      </Part>
      {children}
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h2 className="font-semibold text-xl">{title}</h2>
      {children}
    </section>
  );
}

function EventTable({ label, events }: { label: string; events: readonly SenderEventDto[] }) {
  if (events.length === 0) return null;
  return (
    <dl
      aria-label={`Events of ${label}`}
      className="grid max-w-[72ch] gap-x-6 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]"
    >
      {events.map(({ names, remarks }) => (
        <div key={names.join("|")} className="col-span-full grid grid-cols-subgrid gap-y-1 border-t py-2.5">
          <dt className="flex flex-wrap content-start items-start gap-1">
            {names.map((name) => (
              <InlineCode key={name}>{name}</InlineCode>
            ))}
          </dt>
          <dd className="text-sm leading-relaxed">{remarks.length > 0 ? remarks.join(" ") : "A card."}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders one sentence of Markdown on the server, so that it shows without JavaScript. */
function inline(markdown: string): ReactNode {
  const nodes = parseMarkdown(markdown, false);
  if (!nodes) return markdown;
  return <MarkdownNodes nodes={nodes.flatMap((node) => (node.type === "paragraph" ? (node.children ?? []) : node))} />;
}

function MarkdownNodes({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return renderNodes(nodes);
}
