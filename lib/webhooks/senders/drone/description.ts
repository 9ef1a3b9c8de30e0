import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: of the server's webhooks https://docs.drone.io/webhooks/examples/
// and of the plugin `plugins/webhook` https://github.com/drone-plugins/drone-webhook
/** Drone's own webhooks, and its webhook plugin. */
export const drone: SenderDescription = {
  name: "Drone",
  aliases: ["drone-ci"],
  home: "https://www.drone.io",
  icon: "drone",
  steps: [
    "For one repository add to `.drone.yml` a step with `image: plugins/webhook` and `settings: { urls: '{url}' }`.",
    "Let it run at the end of failed builds too: `when: { status: [success, failure] }`.",
    "For all of them start the server with `DRONE_WEBHOOK_ENDPOINT={url}` and `DRONE_WEBHOOK_EVENTS=build` instead.",
  ],
  recognise: [
    { headers: { "x-drone-event": "" } },
    { has: { "repo.slug": "", "build.number": "", "build.author_login": "" } },
    { has: { "Repo.Slug": "", "Build.Number": "", "Commit.SHA": "" } },
    { has: { "repo.owner": "", "repo.name": "", "build.commit": "", "build.event": "", "build.link": "" } },
  ],
  headers: ["x-drone-event"],
  event:
    "{% if Build %}plugin{% elsif build.commit %}early plugin{% elsif build %}build{% else %}{{ headers.x_drone_event }}{% endif %}",
  events: {
    build: {
      skip: "{% if action == 'created' or build.status == 'pending' %}builds that wait to start{% endif %}",
      author: { name: "{{ build.author_name | default: build.author_login }}", icon_url: "{{ build.author_avatar }}" },
      title:
        "[{{ repo.slug }}] Build #{{ build.number }} {{ build.status | outcome }}: {{ build.target | default: build.ref | ref }}",
      // Where Drone itself is it doesn't say.
      url: "{{ build.link | default: repo.link }}",
      color: "{{ build.status | color: 'grey' }}",
      description:
        "{% for stage in build.stages %}{% for step in stage.steps %}{% if step.status == 'failure' or step.status == 'error' %}Failed: {{ stage.name | code }} → {{ step.name | code }}{% if step.exit_code > 0 %} (exit code {{ step.exit_code }}){% endif %}\n{% endif %}{% endfor %}{% endfor %}{{ build.after | sha | code_link: build.link }} {{ build.message | first_line }}",
      fields: [
        {
          name: "Branch",
          value:
            "{% if build.source and build.source != build.target %}{{ build.source | code }} → {% endif %}{{ build.target | code }}",
        },
        {
          name: "Took",
          value: "{% if action == 'completed' %}{{ build.started | until: build.finished }}{% endif %}",
        },
        { name: "Event", value: "{{ build.event | words }}" },
      ],
      timestamp: "{% if action == 'completed' %}{{ build.finished }}{% else %}{{ build.started }}{% endif %}",
      update_key: "build-{{ repo.id }}-{{ build.number }}",
    },
    plugin: {
      author: {
        name: "{{ Commit.Author.Name | default: Commit.Author.Username }}",
        icon_url: "{{ Commit.Author.Avatar }}",
      },
      title:
        "[{{ Repo.Slug }}] Build #{{ Build.Number }} {{ Build.Status | outcome }}: {{ Build.Tag | default: Build.Branch }}",
      url: "{{ Build.Link }}",
      color: "{{ Build.Status | color: 'grey' }}",
      description:
        "{% for step in Build.FailedSteps %}Failed: {{ step | code }}\n{% endfor %}{{ Commit.SHA | sha | code_link: Commit.Link }} {{ Commit.Message.Title }}",
      fields: [
        { name: "Branch", value: "{{ Build.Branch | code }}" },
        {
          name: "Took",
          value: "{% if Build.Finished > 0 %}{{ Build.Started | until: Build.Finished }}{% endif %}",
        },
        { name: "Event", value: "{{ Build.Event | words }}" },
        { name: "Deployed to", value: "{{ Build.DeployTo }}" },
      ],
      timestamp: "{% if Build.Finished > 0 %}{{ Build.Finished }}{% else %}{{ Build.Started }}{% endif %}",
      update_key: "{{ Repo.Slug }}-{{ Build.Number }}",
    },
    // What the plugin's first versions post without a template: https://github.com/drone-plugins/drone-webhook/blob/0a119f8/plugin.go
    "early plugin": {
      author: { name: "{{ build.author }}" },
      title:
        "[{{ repo.owner }}/{{ repo.name }}] Build #{{ build.number }} {{ build.status | outcome }}: {{ build.tag | default: build.branch }}",
      url: "{{ build.link }}",
      color: "{{ build.status | color: 'grey' }}",
      description: "{{ build.commit | sha | code }} {{ build.message | first_line }}",
      fields: [
        { name: "Branch", value: "{{ build.branch | code }}" },
        { name: "Event", value: "{{ build.event | words }}" },
      ],
      timestamp: "{% if build.started > 0 %}{{ build.started }}{% else %}{{ build.created }}{% endif %}",
      update_key: "{{ repo.owner }}/{{ repo.name }}-{{ build.number }}",
    },
    repo: {
      title: "Repository {{ repo.slug }} {{ action | words }}",
      url: "{{ repo.link }}",
      color: "{% if action == 'deleted' %}red{% elsif repo.active %}blue{% else %}grey{% endif %}",
    },
    user: {
      title: "User {{ user.login }} {{ action | words }}",
      color: "{% if action == 'deleted' %}red{% else %}blue{% endif %}",
    },
  },
};
