"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { renderNodes } from "@/components/message/markdown/render";
import { senderAddress, stepsWith } from "@/components/webhooks/sender-address";
import { SenderMark } from "@/components/webhooks/sender-mark";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";
import { paths } from "@/lib/paths";
import type { SenderDocsDto, SenderDto, SenderEventDto } from "@/lib/webhooks/dto";
import { CodeExample } from "./code-example";
import { InlineCode, linkStyle, Text } from "./prose";

type SenderDocsProps = { docs: SenderDocsDto; url: string };

/** The page of one tool whose own JSON is known. `url` is a webhook's, with names in the place of id and token. */
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
          posts its own JSON to a webhook, and each event becomes a card that one can read.
        </>
      }
    >
      <Part title="Events">
        <EventTable label={label} events={events} />
        <Text>
          {knowsOthers
            ? "Every other event becomes a card of its own kind, too."
            : "An event that isn't listed is no error: it becomes a plain card of its title, text, link, state and values."}{" "}
          A card has its title, a link to the tool, a colour by its state, and the time. What a payload holds never
          becomes markup, a mention or a request. A text that is too long is shortened in the middle.
        </Text>
      </Part>
      <Part title="Signatures and repeats">
        <Text>
          {docs.signature ? (
            <>
              {label} {inline(docs.signature)}. To accept signed requests only, edit the webhook in the channel's
              settings: under <b>Signed posts</b>, choose {label} and enter the same secret as in {label}. Other
              requests then get a <InlineCode>401</InlineCode>.
            </>
          ) : (
            <>
              {label} doesn't sign its requests in a way that is known here: leave the webhook without a signing secret,
              and keep its URL as you keep a password.
            </>
          )}
        </Text>
        {docs.delivery && (
          <Text>
            {label} names each delivery in {inline(docs.delivery)}: when it sends one again, nothing is posted twice.
            With another body the same name is another delivery.
          </Text>
        )}
      </Part>
    </Page>
  );
}

/** The page of whatever posts JSON that nobody has described. */
export function AnyJsonDocs({ sender, url }: { sender: SenderDto; url: string }) {
  return (
    <Page
      sender={sender}
      url={url}
      intro="A tool that posts JSON, a form or plain text can post to a webhook as it is."
    >
      <Part title="What becomes of it">
        <Text>
          JSON of a tool that Parley knows is recognised and gets that tool's card. Of any other, title, text, link,
          state and time are found by their usual names; short values become fields, the rest a tree to unfold and copy,
          and words such as <InlineCode>critical</InlineCode> or <InlineCode>resolved</InlineCode> give the colour. A
          text that is too long is shortened in the middle.
        </Text>
        <Text>
          The body decides how it is read, not its content type: JSON is read as JSON, even when it is sent as a form or
          as text, and text that is sent as JSON is posted as text. In a form, multipart too, the JSON is read from the
          field <InlineCode>payload</InlineCode>, <InlineCode>payload_json</InlineCode> or <InlineCode>data</InlineCode>
          , or from the only field that holds JSON; a form without JSON becomes a card of its fields. Files in a
          multipart form are attached to the message. A body can have at most 256 KiB, files included. Numbers keep all
          their digits.
        </Text>
        <Text>
          A body that is empty, <InlineCode>{"{}"}</InlineCode>, <InlineCode>[]</InlineCode>,{" "}
          <InlineCode>null</InlineCode> or only a number is refused with <InlineCode>400</InlineCode>, and so is broken
          JSON.
        </Text>
        <Text>
          The plain URL takes Parley's own JSON only, and says what is wrong with any other. To let it take any JSON,
          too, edit the webhook in the channel's settings and turn on <b>Take any JSON at the plain URL</b>.
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
          <Link href={`${paths.webhookDocs}#tools`} className={linkStyle}>
            All tools
          </Link>
        </p>
        <h1 className="flex items-center gap-2.5 font-semibold text-2xl">
          <SenderMark sender={sender} />
          {sender.label}
        </h1>
        <p className="max-w-[60ch] text-lg text-text-muted">{intro}</p>
      </header>
      <Part title="Set it up">
        <Text>
          Make a webhook on the Webhooks tab of a channel's settings, and choose {sender.label}: its page then shows
          these steps with the real URL.
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
            Also taken at the end of the URL: {inline(sender.aliases.map((alias) => `\`/${alias}\``).join(", "))}. Upper
            case, hyphens, underscores and dots make no difference.
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
          <dt className="flex flex-wrap gap-1">
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

/** A sentence of Markdown inside a paragraph: read on the server, so that it shows without scripts. */
function inline(markdown: string): ReactNode {
  const nodes = parseMarkdown(markdown, false);
  if (!nodes) return markdown;
  return <MarkdownNodes nodes={nodes.flatMap((node) => (node.type === "paragraph" ? (node.children ?? []) : node))} />;
}

/** Markdown that the server has read. */
function MarkdownNodes({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return renderNodes(nodes);
}
