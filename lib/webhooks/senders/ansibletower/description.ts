import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://docs.ansible.com/automation-controller/latest/html/userguide/notifications.html#webhook, and of approvals
// https://github.com/ansible/awx/blob/devel/awx/main/notifications/custom_notification_base.py
/** AWX, Ansible Tower and the Ansible Automation Platform: a job is one card. */
export const ansibletower: SenderDescription = {
  name: "AWX and Ansible Tower",
  aliases: ["awx", "ansible", "tower"],
  home: "https://www.ansible.com",
  icon: "ansible",
  steps: [
    "Open **Administration → Notifications → Add** and choose the type **Webhook**.",
    "Paste `{url}` as **Target URL**, with the HTTP method **POST**, and **Save**.",
    "In each template open **Notifications** and turn it on for **Start**, **Success** and **Failure**.",
  ],
  recognise: [
    { has: { created_by: "", traceback: "", started: "", finished: "", status: "", url: "" } },
    { has: { body: "^The approval node [\"'].* (needs review|was approved|was denied|has timed out)\\." } },
  ],
  event: "{% if status %}job{% elsif body %}approval{% endif %}",
  events: {
    job: {
      author: { name: "{{ created_by }}" },
      title: "{{ friendly_name | default: 'Job' }} {{ status | words }}: {{ name }}",
      url: "{{ url }}",
      color: "{{ status | color: 'blue' }}",
      description:
        "{% for host in hosts %}{% if host[1].failed %}{{ host[0] | code }}: {% if host[1].dark > 0 %}unreachable{% else %}{{ host[1].failures | count: 'failed task' }}{% endif %}\n{% endif %}{% endfor %}{{ job_explanation }}{{ traceback | block }}",
      fields: [
        { name: "Job", value: "#{{ id }}" },
        { name: "Playbook", value: "{{ playbook | code }}" },
        { name: "Inventory", value: "{{ inventory }}" },
        { name: "Project", value: "{{ project }}" },
        { name: "Limit", value: "{{ limit | code }}" },
        {
          name: "Hosts",
          value:
            "{% assign good = 0 %}{% assign bad = 0 %}{% assign changed = 0 %}{% for host in hosts %}{% if host[1].failed %}{% assign bad = bad | plus: 1 %}{% else %}{% assign good = good | plus: 1 %}{% if host[1].changed > 0 %}{% assign changed = changed | plus: 1 %}{% endif %}{% endif %}{% endfor %}{% assign all = good | plus: bad %}{% if all > 0 %}{{ good }} OK{% if changed > 0 %} ({{ changed }} changed){% endif %}{% if bad > 0 %}, {{ bad }} failed{% endif %}{% endif %}",
        },
        { name: "Took", value: "{% if finished %}{{ started | until: finished }}{% endif %}" },
      ],
      timestamp: "{{ finished | default: started }}",
      update_key: "job {{ url | host }} {{ id }}",
    },
    approval: {
      title:
        "{% if body contains '\"' %}{% assign parts = body | split: '\"' %}{% else %}{% assign parts = body | split: \"'\" %}{% endif %}{% if body contains 'needs review' %}Approval needed{% elsif body contains 'was approved' %}Approved{% elsif body contains 'was denied' %}Denied{% else %}Approval timed out{% endif %}: {{ parts[1] }}",
      url: "{{ body | split: ' ' | last }}",
      color:
        "{% if body contains 'needs review' %}amber{% elsif body contains 'was approved' %}green{% elsif body contains 'was denied' %}red{% else %}grey{% endif %}",
      update_key:
        "approval {{ body | split: ' ' | last }} {{ body | split: ' needs review' | first | split: ' was ' | first | split: ' has timed' | first }}",
    },
  },
};
