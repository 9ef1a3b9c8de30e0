import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: the media type of https://zulip.com/integrations/zabbix, whose parameters are macros that Zabbix documents.
/** Zabbix, by a media type of the type Webhook whose script posts its parameters as JSON: a trigger is one card. */
export const zabbix: SenderDescription = {
  name: "Zabbix",
  home: "https://www.zabbix.com",
  steps: [
    "In **Alerts → Media types** create one of the type **Webhook** with the parameters `hostname` = `{HOST.NAME}`, `item` = `{ITEM.NAME1} is {ITEM.VALUE1}`, `link` = `{$ZABBIX_URL}/tr_events.php?triggerid={TRIGGER.ID}&eventid={EVENT.ID}`, `severity` = `{TRIGGER.SEVERITY}`, `status` = `{TRIGGER.STATUS}` and `trigger` = `{TRIGGER.NAME}`.",
    "As its **Script** use `const request = new HttpRequest(); request.addHeader('Content-Type: application/json'); request.post('{url}', value); if (request.getStatus() >= 300) throw request.getStatus(); return 'OK';`.",
    "Give a user this media under **Users → Media**, and add an action under **Alerts → Actions → Trigger actions** that sends to that user, also when the problem is over.",
  ],
  recognise: [{ has: { hostname: "", severity: "", status: "", trigger: "", item: "" } }],
  event: "trigger",
  events: {
    trigger: {
      title:
        "{% if status == 'OK' or status == 'RESOLVED' %}Resolved{% else %}{{ status | downcase | capital }}{% endif %}: {{ trigger }}",
      url: "{{ link }}",
      color:
        "{% assign level = severity | downcase %}{% if status == 'OK' or status == 'RESOLVED' %}green{% elsif level == 'information' or level == 'not classified' %}blue{% else %}{{ severity | color: 'red' }}{% endif %}",
      fields: [
        { name: "Host", value: "{{ hostname | code }}" },
        { name: "Severity", value: "{{ severity }}" },
        { name: "Item", value: "{{ payload.item }}" },
      ],
      update_key:
        "{% if link contains 'triggerid=' %}trigger {{ link | split: 'triggerid=' | last | split: '&' | first }}{% endif %}",
    },
  },
};
