import { alertmanager } from "@/lib/webhooks/senders/alertmanager/description";
import { ansibletower } from "@/lib/webhooks/senders/ansibletower/description";
import { appveyor } from "@/lib/webhooks/senders/appveyor/description";
import { argocd } from "@/lib/webhooks/senders/argocd/description";
import { asana } from "@/lib/webhooks/senders/asana/description";
import { azuredevops } from "@/lib/webhooks/senders/azuredevops/description";
import { bitbucket } from "@/lib/webhooks/senders/bitbucket/description";
import { buildbot } from "@/lib/webhooks/senders/buildbot/description";
import { circleci } from "@/lib/webhooks/senders/circleci/description";
import { datadog } from "@/lib/webhooks/senders/datadog/description";
import type { SenderDescription } from "@/lib/webhooks/senders/described/description";
import { dockerhub } from "@/lib/webhooks/senders/dockerhub/description";
import { drone } from "@/lib/webhooks/senders/drone/description";
import { freshdesk } from "@/lib/webhooks/senders/freshdesk/description";
import { freshping } from "@/lib/webhooks/senders/freshping/description";
import { gitea } from "@/lib/webhooks/senders/gitea/description";
import { gitlab } from "@/lib/webhooks/senders/gitlab/description";
import { gocd } from "@/lib/webhooks/senders/gocd/description";
import { grafana } from "@/lib/webhooks/senders/grafana/description";
import { harbor } from "@/lib/webhooks/senders/harbor/description";
import { healthchecks } from "@/lib/webhooks/senders/healthchecks/description";
import { heroku } from "@/lib/webhooks/senders/heroku/description";
import { homeassistant } from "@/lib/webhooks/senders/homeassistant/description";
import { intercom } from "@/lib/webhooks/senders/intercom/description";
import { jenkins } from "@/lib/webhooks/senders/jenkins/description";
import { jira } from "@/lib/webhooks/senders/jira/description";
import { linear } from "@/lib/webhooks/senders/linear/description";
import { netdata } from "@/lib/webhooks/senders/netdata/description";
import { netlify } from "@/lib/webhooks/senders/netlify/description";
import { newrelic } from "@/lib/webhooks/senders/newrelic/description";
import { notion } from "@/lib/webhooks/senders/notion/description";
import { opensearch } from "@/lib/webhooks/senders/opensearch/description";
import { opsgenie } from "@/lib/webhooks/senders/opsgenie/description";
import { pagerduty } from "@/lib/webhooks/senders/pagerduty/description";
import { papertrail } from "@/lib/webhooks/senders/papertrail/description";
import { pingdom } from "@/lib/webhooks/senders/pingdom/description";
import { radarr } from "@/lib/webhooks/senders/radarr/description";
import { railway } from "@/lib/webhooks/senders/railway/description";
import { raygun } from "@/lib/webhooks/senders/raygun/description";
import { render } from "@/lib/webhooks/senders/render/description";
import { rundeck } from "@/lib/webhooks/senders/rundeck/description";
import { sentry } from "@/lib/webhooks/senders/sentry/description";
import { shopify } from "@/lib/webhooks/senders/shopify/description";
import { sns } from "@/lib/webhooks/senders/sns/description";
import { sonarqube } from "@/lib/webhooks/senders/sonarqube/description";
import { sonarr } from "@/lib/webhooks/senders/sonarr/description";
import { splunk } from "@/lib/webhooks/senders/splunk/description";
import { statuspage } from "@/lib/webhooks/senders/statuspage/description";
import { stripe } from "@/lib/webhooks/senders/stripe/description";
import { teamcity } from "@/lib/webhooks/senders/teamcity/description";
import { travis } from "@/lib/webhooks/senders/travis/description";
import { trello } from "@/lib/webhooks/senders/trello/description";
import { updown } from "@/lib/webhooks/senders/updown/description";
import { uptimekuma } from "@/lib/webhooks/senders/uptimekuma/description";
import { uptimerobot } from "@/lib/webhooks/senders/uptimerobot/description";
import { vercel } from "@/lib/webhooks/senders/vercel/description";
import { zabbix } from "@/lib/webhooks/senders/zabbix/description";
import { zendesk } from "@/lib/webhooks/senders/zendesk/description";

/** The tools whose own JSON is known, by their names at the end of a webhook's URL. A new one is a folder, and a line here. */
export const descriptions = {
  alertmanager,
  ansibletower,
  appveyor,
  argocd,
  asana,
  azuredevops,
  bitbucket,
  buildbot,
  circleci,
  datadog,
  dockerhub,
  drone,
  freshdesk,
  freshping,
  gitea,
  gitlab,
  gocd,
  grafana,
  harbor,
  healthchecks,
  heroku,
  homeassistant,
  intercom,
  jenkins,
  jira,
  linear,
  netdata,
  netlify,
  newrelic,
  notion,
  opensearch,
  opsgenie,
  pagerduty,
  papertrail,
  pingdom,
  radarr,
  railway,
  raygun,
  render,
  rundeck,
  sentry,
  shopify,
  sns,
  sonarqube,
  sonarr,
  splunk,
  statuspage,
  stripe,
  teamcity,
  travis,
  trello,
  updown,
  uptimekuma,
  uptimerobot,
  vercel,
  zabbix,
  zendesk,
} as const satisfies Record<string, SenderDescription>;

export type DescribedName = keyof typeof descriptions;
