import { senderAddress, urlParts } from "@/lib/webhooks/sender-address";

/** An example to paste that posts a first message. `intro` is plain text. */
export type Example = {
  id: "curl" | "slack" | "discord" | "github" | "javascript" | "python";
  label: string;
  /** The highlighter's name for the language. */
  language: string;
  intro: string;
  code: string;
};

/** Returns all examples for a webhook. `url` is its plain URL: `{base}/webhooks/incoming/<id>/<token>`. */
export function examples(url: string): Example[] {
  return [
    {
      id: "curl",
      label: "curl",
      language: "bash",
      intro: "Run this in a terminal. The response contains the message's ID.",
      code: curlExample(url),
    },
    slack(url),
    discord(url),
    github(url),
    javascript(url),
    python(url),
  ];
}

/** Returns a shell command that posts a first message. */
export function curlExample(url: string): string {
  return curlCommand(url, '{"content": "Hello from a script"}');
}

/** Returns the command that posts `json` to `url`, quoted for any POSIX shell. */
export function curlCommand(url: string, json: string): string {
  return [
    `curl ${shellQuoted(url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    // --data-raw, because -d reads a file if the text starts with @.
    `  --data-raw ${shellQuoted(json)}`,
  ].join("\n");
}

function javascript(url: string): Example {
  return {
    id: "javascript",
    label: "JavaScript",
    language: "javascript",
    intro: "For Node.js 18 or newer, Deno or Bun, with no dependencies. Save it as hello.mjs.",
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
    intro: "For Python 3, with no dependencies. Save it as hello.py.",
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
      "For any tool that can post to Slack. Add /slack to the URL. Text, attachments and common blocks work, and the response is ok.",
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
      "For any tool that can post to Discord. If it asks for a URL, use the one in the first line. discord.js needs the ID and token instead, because it only reads discord.com URLs.",
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
      "In the repository on GitHub, open Settings → Webhooks → Add webhook. Paste this as the Payload URL and choose application/json as the Content type. A secret is optional. Choose the events and click Add webhook. GitHub sends a ping and shows whether it succeeded.",
    code: `${url}/github`,
  };
}

/** Quotes text as one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
