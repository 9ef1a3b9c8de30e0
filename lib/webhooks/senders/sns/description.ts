import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html
// A part that assigns it comes first as `skip`, and gives no text: the other parts know it then.
const ALARM = "{% assign alarm = Message | parse_json %}";
const TOPIC = "{{ TopicArn | split: ':' | last }}";
const REGION = "{% assign region = TopicArn | split: ':' %}{% assign region = region[3] %}";

/**
 * Amazon SNS by HTTPS, which posts JSON as text/plain. Nobody but a person follows the link that confirms a subscription. CloudWatch's
 * alarms are cards that turn green where they stand; any other message is shown as the text, or the JSON, that it is.
 */
export const sns: SenderDescription = {
  name: "Amazon SNS",
  aliases: ["aws", "aws-sns", "amazon-sns", "cloudwatch"],
  home: "https://aws.amazon.com/sns/",
  steps: [
    "In the Amazon SNS console open the topic, then **Create subscription** with the protocol **HTTPS**.",
    "Paste `{url}` as the **Endpoint**, leave **Enable raw message delivery** off, and **Create subscription**.",
    "A link comes, which you find in this webhook's **Delivery log**: follow it to confirm the subscription.",
  ],
  recognise: [
    { headers: { "x-amz-sns-message-type": "" } },
    { has: { Type: "^(Notification|SubscriptionConfirmation|UnsubscribeConfirmation)$", TopicArn: "^arn:" } },
  ],
  delivery: { path: "MessageId", varies: ["Signature", "SigningCertURL"] },
  event: `${ALARM}{% if Type != 'Notification' %}{{ Type }}{% elsif alarm.AlarmName and alarm.NewStateValue %}alarm{% elsif alarm.detail-type %}event{% elsif Message contains '{' and alarm %}json{% else %}text{% endif %}`,
  events: {
    SubscriptionConfirmation: {
      title: `Confirm the subscription to ${TOPIC}`,
      color: "amber",
      description:
        "Amazon SNS wants to post messages of {{ TopicArn | code }} here, and does so once somebody has followed the link that it sent. People who manage this webhook find the link in its **Delivery log**. If nobody here asked for that, leave it.",
      remark: "Follow this link to confirm the subscription: {{ SubscribeURL }}",
      timestamp: "{{ Timestamp }}",
    },
    UnsubscribeConfirmation: {
      title: `Unsubscribed from ${TOPIC}`,
      color: "grey",
      description:
        "Messages of {{ TopicArn | code }} are no longer posted here. If that was a mistake, people who manage this webhook find a link in its **Delivery log** that subscribes again.",
      remark: "Follow this link to subscribe again: {{ SubscribeURL }}",
      timestamp: "{{ Timestamp }}",
    },
    alarm: {
      skip: ALARM,
      title:
        "{% case alarm.NewStateValue %}{% when 'ALARM' %}Alarm{% when 'OK' %}OK{% when 'INSUFFICIENT_DATA' %}Insufficient data{% else %}{{ alarm.NewStateValue | words | capital }}{% endcase %}: {{ alarm.AlarmName }}",
      url: `${REGION}{% if TopicArn contains 'arn:aws:' %}https://{{ region | path }}.console.aws.amazon.com/cloudwatch/home?region={{ region | path }}#alarmsV2:alarm/{{ alarm.AlarmName | url_encode | replace: '+', '%20' }}{% endif %}`,
      color: "{{ alarm.NewStateValue | color: 'blue' }}",
      description: "{{ alarm.AlarmDescription | lines }}\n\n{{ alarm.NewStateReason | lines }}",
      fields: [
        {
          name: "Metric",
          value:
            "{% if alarm.Trigger.MetricName %}{{ alarm.Trigger.Namespace }} {{ alarm.Trigger.MetricName | code }}{% else %}{% for each in alarm.Trigger.Metrics limit: 5 %}{{ each.MetricStat.Metric.MetricName | default: each.Expression | code }} {% endfor %}{% endif %}",
        },
        {
          name: "Condition",
          value:
            "{% if alarm.Trigger.ComparisonOperator %}{{ alarm.Trigger.Statistic | downcase }} {{ alarm.Trigger.ComparisonOperator | words | downcase | remove: ' threshold' }} {{ alarm.Trigger.Threshold | number }}{% if alarm.Trigger.Period %}, {{ alarm.Trigger.EvaluationPeriods }} × {{ alarm.Trigger.Period | duration }}{% endif %}{% endif %}",
        },
        {
          name: "Dimensions",
          value:
            "{% for each in alarm.Trigger.Dimensions limit: 10 %}{{ each.name }}: {{ each.value | code }}\n{% endfor %}",
        },
        { name: "Region", value: "{{ alarm.Region }}" },
        { name: "Account", value: "{{ alarm.AWSAccountId }}" },
        { name: "Was", value: "{{ alarm.OldStateValue | words | downcase }}" },
      ],
      footer: TOPIC,
      timestamp: "{{ alarm.StateChangeTime | default: Timestamp }}",
      update_key: "alarm-{{ alarm.AWSAccountId }}-{{ alarm.AlarmArn | default: TopicArn }}-{{ alarm.AlarmName }}",
    },
    event: {
      skip: ALARM,
      title:
        "{{ alarm.detail-type }}{% if alarm.detail.state %}: {{ alarm.detail.state | words | downcase }}{% endif %}",
      color: "{{ alarm.detail.state | color: 'blue' }}",
      description:
        "{% for each in alarm.resources limit: 5 %}{{ each | code }}\n{% endfor %}{{ alarm.detail | json_block }}",
      fields: [
        { name: "Source", value: "{{ alarm.source | code }}" },
        { name: "Region", value: "{{ alarm.region }}" },
        { name: "Account", value: "{{ alarm.account }}" },
      ],
      footer: TOPIC,
      timestamp: "{{ alarm.time | default: Timestamp }}",
    },
    json: {
      skip: ALARM,
      title: `{% if Subject %}{{ Subject }}{% else %}Message on ${TOPIC}{% endif %}`,
      color: "blue",
      description: "{{ alarm | json_block }}",
      footer: TOPIC,
      timestamp: "{{ Timestamp }}",
    },
    text: {
      title: `{% if Subject %}{{ Subject }}{% else %}Message on ${TOPIC}{% endif %}`,
      color: "blue",
      description: "{{ Message | lines }}",
      footer: TOPIC,
      timestamp: "{{ Timestamp }}",
    },
  },
};
