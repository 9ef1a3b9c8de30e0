import { CodeExample } from "@/components/webhooks/docs/code-example";
import { InlineCode, linkStyle, Section, Text } from "@/components/webhooks/docs/prose";
import { webhookPaths } from "@/lib/text/webhook-paths";

const NGINX = `map $request_uri $masked_uri {
  "~^(?<start>/*(/webhooks/incoming|/api(/v[0-9]+)?/webhooks)/[^/]+/)" "$start[masked]";
  default $request_uri;
}
log_format parley '$remote_addr [$time_local] "$request_method $masked_uri" $status $body_bytes_sent';
access_log /var/log/nginx/parley.log parley;`;

const SIGNED = `body='{"content": "Signed"}'
signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl "$WEBHOOK_URL" \\
  -H 'Content-Type: application/json' \\
  -H "X-Hub-Signature-256: sha256=$signature" \\
  --data-raw "$body"`;

const SIGNED_DELETE = `path='/api/webhooks/<webhookId>/<token>/messages/<messageId>'
signature=$(printf 'DELETE %s\\n' "$path" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl -X DELETE "https://chat.example.com$path" -H "X-Hub-Signature-256: sha256=$signature"`;

/** How to keep the URL secret and sign requests. */
export function SecretSection() {
  return (
    <Section id="secret">
      <Text>
        Anyone with the URL can post, so treat it like a password: store it in your pipeline's secrets, not in a
        repository. If it leaks, regenerate the token in the channel's settings: the old URL stops working immediately.
      </Text>
      <Text>
        Parley never logs tokens, but a reverse proxy does unless you configure it not to. For nginx, add this to the{" "}
        <InlineCode>http</InlineCode> block:
      </Text>
      <CodeExample label="nginx configuration" language="nginx" code={NGINX} />
      <Text>
        To require more than the URL, edit the webhook in the channel's settings, choose <b>GitHub and scripts</b> under{" "}
        <b>Signed by</b>, and set a signing secret. Each request then needs <InlineCode>X-Hub-Signature-256</InlineCode>
        , an HMAC of its body in GitHub's format:
      </Text>
      <CodeExample label="signed example" language="bash" code={SIGNED} />
      <Text>
        A signature works once, so an intercepted request can't be replayed: for 24 hours, sending the same signed
        request again returns the first message's IDs and posts nothing, whatever its{" "}
        <InlineCode>Idempotency-Key</InlineCode>. To post the same text twice, make the bodies differ, for example with
        a <InlineCode>"nonce"</InlineCode> field, which Parley ignores.
      </Text>
      <Text>
        To edit or delete messages through the Discord URL, sign the method, a space, the request path without its
        query, a line feed and the body. A post's signature can't be used to change a message.
      </Text>
      <CodeExample label="signed deletion example" language="bash" code={SIGNED_DELETE} />
      <Text>
        If you run Parley behind a proxy, read <InlineCode>docs/deploy.md</InlineCode> in its folder.
      </Text>
    </Section>
  );
}

/** Where to find the OpenAPI document. */
export function OpenApiSection({ baseUrl }: { baseUrl: string }) {
  return (
    <Section id="openapi">
      <Text>
        <a href={webhookPaths.openapi} className={`${linkStyle} [overflow-wrap:anywhere]`}>
          {baseUrl}
          {webhookPaths.openapi}
        </a>{" "}
        describes these endpoints as OpenAPI 3.1. It's generated from the schemas that validate requests.
      </Text>
    </Section>
  );
}
