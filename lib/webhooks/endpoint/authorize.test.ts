import { expect, test } from "vitest";
import { parseAddress } from "@/lib/webhooks/endpoint/authorize";

const at = (dialect: string, messageId: string | null = null, misnamed: string | null = null) => ({
  id: "1",
  token: "t",
  dialect,
  messageId,
  misnamed,
});

test.each([
  ["/webhooks/incoming/1/t", at("parley")],
  ["/webhooks/incoming/1/t/", at("parley")],
  ["/webhooks/incoming/1/t/slack", at("slack")],
  ["/webhooks/incoming/1/t/github/", at("github")],
  ["/webhooks/incoming/1/slack", { ...at("parley"), token: "slack" }],
  ["/api/webhooks/1/t", at("discord")],
  ["/api/v10/webhooks/1/t/", at("discord")],
  ["/api/v10/webhooks/1/t/slack", at("slack")],
  ["/api/webhooks/1/t/github", at("github")],
  ["/api/v9/webhooks/1/t/messages/5", at("discord", "5")],
  ["/api/v9/webhooks/1/t/messages/@original", at("discord", "@original")],
  ["/webhooks/incoming/1", null],
  ["/webhooks/incoming/1/t/Forgejo", at("gitea")],
  ["/api/webhooks/1/t/uptime-kuma", at("uptimekuma")],
  ["/webhooks/incoming/1/t/teams", at("json", null, "teams")],
  ["/api/webhooks/1/t/teams/", at("json", null, "teams")],
  ["/webhooks/incoming/1/t/discord", at("json", null, "discord")],
  ["/webhooks/incoming//t", null],
  ["/webhooks/incoming/1/t/messages/5", null],
  ["/api/webhooks/1", null],
  ["/api/v/webhooks/1/t", null],
  ["/api/v10/channels/1/t", null],
  ["/", null],
])("%s", (pathname, address) => {
  expect(parseAddress(pathname)).toEqual(address);
});
