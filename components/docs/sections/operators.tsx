import { CodeExample } from "@/components/docs/code-example";
import { InlineCode, linkStyle, Section, Text } from "@/components/docs/prose";
import { paths } from "@/lib/paths";

const NGINX = `map $request_uri $masked_uri {
  "~^(?<kept>/(?:webhooks/incoming|api/(?:v[0-9]+/)?webhooks)/[^/?]+)/" "$kept/[token]";
  default $request_uri;
}
log_format masked '$remote_addr [$time_iso8601] "$request_method $masked_uri" $status $body_bytes_sent';
access_log /var/log/nginx/access.log masked;`;

const SIGNED = `body='{"content": "Signed"}'
signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl "$WEBHOOK_URL" \\
  -H 'Content-Type: application/json' \\
  -H "X-Hub-Signature-256: sha256=$signature" \\
  --data-raw "$body"`;

const SIGNED_DELETE = `path='/api/webhooks/<webhookId>/<token>/messages/<messageId>'
signature=$(printf 'DELETE %s\\n' "$path" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl -X DELETE "https://chat.example.com$path" -H "X-Hub-Signature-256: sha256=$signature"`;

/** Where a URL may leak, and what to do about it. */
export function SecretSection() {
  return (
    <Section id="secret">
      <Text>
        Whoever has the URL can post. Keep it as you keep a password: in the secrets of your pipeline, not in a
        repository. When it has leaked, regenerate the token in the channel's settings: the old URL is dead at once.
      </Text>
      <Text>
        Parley never writes a token to a log. A reverse proxy in front of it does, unless told otherwise. For nginx, in
        the <InlineCode>http</InlineCode> block:
      </Text>
      <CodeExample label="nginx configuration" language="nginx" code={NGINX} />
      <Text>
        For more than the URL, give the webhook a signing secret in the channel's settings, and leave <b>Signed by</b>{" "}
        at GitHub and scripts. Each request then needs <InlineCode>X-Hub-Signature-256</InlineCode>, an HMAC of its body
        as GitHub makes it:
      </Text>
      <CodeExample label="signed example" language="bash" code={SIGNED} />
      <Text>
        A signature counts once: for 24 hours the same signed post again answers the first message's ids and posts
        nothing, whatever its <InlineCode>Idempotency-Key</InlineCode>, so that a request that somebody has seen is of
        no use to them. To post the same text twice, let the bodies differ, for instance by a field{" "}
        <InlineCode>"nonce"</InlineCode> with a number of your own; fields that Parley doesn't know are ignored.
      </Text>
      <Text>
        Editing and deleting, in Discord's dialect, sign more than the body: the method, a space, the path as it is
        requested without its query, a line feed, and then the body. The signature of a post changes no message.
      </Text>
      <CodeExample label="signed deletion example" language="bash" code={SIGNED_DELETE} />
      <Text>
        More about running Parley behind a proxy stands in its README under “Deploy it”, in the folder that it was
        installed from.
      </Text>
    </Section>
  );
}

/** The machine-readable twin of this page. */
export function OpenApiSection({ baseUrl }: { baseUrl: string }) {
  return (
    <Section id="openapi">
      <Text>
        <a href={paths.openapi} className={`${linkStyle} [overflow-wrap:anywhere]`}>
          {baseUrl}
          {paths.openapi}
        </a>{" "}
        describes all of this for machines, as OpenAPI 3.1. Its payloads are written by the same rules that check them.
      </Text>
    </Section>
  );
}
