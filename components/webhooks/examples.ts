import { senderAddress, urlParts } from "./sender-address";

/** A way to post a first message, ready to be pasted. `intro` says in plain text where, and what comes of it. */
export type Example = {
  id: "curl" | "slack" | "discord" | "github" | "javascript" | "python";
  label: string;
  /** Of the code, as a highlighter names it. */
  language: string;
  intro: string;
  code: string;
};

/** Every example for a webhook, of which `url` is the bare URL: `{base}/webhooks/incoming/<id>/<token>`. */
export function examples(url: string): Example[] {
  return [
    {
      id: "curl",
      label: "curl",
      language: "bash",
      intro: "In a terminal. The answer holds the message's id, and the message stands in the channel.",
      code: curlExample(url),
    },
    slack(url),
    discord(url),
    github(url),
    javascript(url),
    python(url),
  ];
}

/** A command that posts a first message, ready for a shell. */
export function curlExample(url: string): string {
  return curlCommand(url, '{"content": "Hello from a script"}');
}

/** The command that posts `json` to `url`, quoted for any POSIX shell. */
export function curlCommand(url: string, json: string): string {
  return [
    `curl ${shellQuoted(url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    // Through --data-raw, because -d reads a file when the text begins with an @.
    `  --data-raw ${shellQuoted(json)}`,
  ].join("\n");
}

function javascript(url: string): Example {
  return {
    id: "javascript",
    label: "JavaScript",
    language: "javascript",
    intro: "Node.js 18 or newer, Deno, Bun: nothing to install. Save it as hello.mjs.",
    code: `const url = ${JSON.stringify(url)};

const response = await fetch(url, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({
    content: "Build **1841** passed",
    embeds: [{ title: "api", color: 3066993, fields: [{ name: "Branch", value: "main", inline: true }] }],
  }),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${response.status}: \${answer.error}\`);
console.log("Posted message", answer.messageId);`,
  };
}

function python(url: string): Example {
  return {
    id: "python",
    label: "Python",
    language: "python",
    intro: "Python 3, standard library only. Save it as hello.py.",
    code: `import json
import urllib.error
import urllib.request

url = ${JSON.stringify(url)}
payload = {
    "content": "Build **1841** passed",
    "embeds": [{"title": "api", "color": 3066993, "fields": [{"name": "Branch", "value": "main", "inline": True}]}],
}
request = urllib.request.Request(
    url,
    data=json.dumps(payload).encode(),
    headers={"Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request, timeout=10) as response:
        print("Posted message", json.load(response)["messageId"])
except urllib.error.HTTPError as error:
    raise SystemExit(f"{error.code}: {json.load(error)['error']}")`,
  };
}

function slack(url: string): Example {
  return {
    id: "slack",
    label: "Slack",
    language: "bash",
    intro:
      "For whatever can post to Slack: give it the URL with /slack at its end. Text, attachments and common blocks are understood, and the answer is ok.",
    code: `curl ${shellQuoted(`${url}/slack`)} \\
  -H 'Content-Type: application/json' \\
  --data-raw '{"text": "Deployed *api* to <https://example.com|production>"}'

# With @slack/webhook, in JavaScript:
#   import { IncomingWebhook } from "@slack/webhook";
#   const webhook = new IncomingWebhook(${JSON.stringify(`${url}/slack`)});
#   await webhook.send({ text: "Deployed *api*" });`,
  };
}

function discord(url: string): Example {
  const { base, id, token } = urlParts(url);
  return {
    id: "discord",
    label: "Discord",
    language: "javascript",
    intro:
      "For whatever can post to Discord: a tool that takes a URL gets the one in the first line. discord.js gets the id and the token, because it reads URLs of discord.com only.",
    code: `// ${senderAddress(url, "discord")}
import { WebhookClient } from "discord.js";

const webhook = new WebhookClient(
  { id: ${JSON.stringify(id)}, token: ${JSON.stringify(token)} },
  { rest: { api: ${JSON.stringify(`${base}/api`)} } },
);
await webhook.send({
  content: "Build **1841** passed",
  embeds: [{ title: "api", color: 3066993 }],
});`,
  };
}

function github(url: string): Example {
  return {
    id: "github",
    label: "GitHub",
    language: "plaintext",
    intro:
      "In the repository on GitHub, open Settings → Webhooks → Add webhook. Paste this as Payload URL and choose application/json as Content type. A secret is optional. Choose the events, then Add webhook: GitHub sends a ping, and its page shows that it was taken.",
    code: `${url}/github`,
  };
}

/** Text as one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
