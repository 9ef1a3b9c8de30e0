import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/, github.com/fiatjaf/trello-webhooks and Zulip's test suite.
const board = "[{{ action.data.board.name | default: model.name }}]";
const card = "{{ action.data.card.name | default: 'a card' }}";

const about: MessageTemplate = {
  color: "grey",
  thread_key: "card-{{ action.data.card.id }}",
};

const checked =
  "{% if action.data.checkItem.state == 'complete' %}Item done{% else %}Item open again{% endif %}: {{ action.data.checkItem.name }}";

/** A Trello board's webhook. */
export const trello: SenderDescription = {
  name: "Trello",
  home: "https://trello.com",
  icon: "trello",
  steps: [
    "At <https://trello.com/power-ups/admin> make a Power-Up, and from its **API key** page a key and a token.",
    "Find the board's id in its address with `.json` at the end: `https://trello.com/b/….json`.",
    "`curl -d 'idModel=<board id>' -d 'callbackURL={url}' 'https://api.trello.com/1/webhooks/?key=<key>&token=<token>'`",
  ],
  recognise: [{ has: { "action.type": "", "action.idMemberCreator": "", "model.id": "", "action.data": "" } }],
  // Trello sends one action to each webhook that watches its board, list or card, and with what has failed since.
  delivery: { path: "action.id", varies: ["model", "webhook"] },
  handshake: { method: "HEAD" },
  event: "{{ action.type }}",
  all: {
    ...about,
    url: "{% if action.data.card.shortLink %}https://trello.com/c/{{ action.data.card.shortLink | path }}{% else %}{{ model.url }}{% endif %}",
    author: { name: "{{ action.memberCreator.fullName | default: action.memberCreator.username }}" },
    timestamp: "{{ action.date }}",
  },
  events: {
    "createCard|emailCard|copyCard|convertToCardFromCheckItem": {
      title: `${board} Card created: ${card}`,
      color: "blue",
      fields: [{ name: "List", value: "{{ action.data.list.name }}" }],
    },
    updateCard: {
      skip: "{% if action.data.old.pos and action.data.listAfter == nil %}cards that only moved in their list{% endif %}",
      title: `${board} {% if action.data.listAfter %}{{ action.data.listAfter.name }}{% elsif action.data.card.closed %}Archived{% elsif action.data.old.closed %}Reopened{% elsif action.data.old.name %}Renamed{% elsif action.data.card.dueComplete %}Due date done{% elsif action.data.card.due %}Due {{ action.data.card.due | date_time }}{% elsif action.data.old.due %}No due date{% elsif action.data.card.desc %}Description changed{% elsif action.data.old.desc %}Description removed{% else %}Changed{% endif %}: ${card}`,
      color:
        "{% if action.data.listAfter %}{{ action.data.listAfter.name | color: 'blue' }}{% elsif action.data.card.dueComplete %}green{% else %}grey{% endif %}",
      description:
        "{% if action.data.listAfter %}{{ action.data.listBefore.name }} → {{ action.data.listAfter.name }}{% endif %}{% if action.data.old.name %}Before: {{ action.data.old.name }}{% endif %}{{ action.data.card.desc | markdown }}",
    },
    deleteCard: {
      title: `${board} Card deleted{% if action.data.card.name %}: ${card}{% else %} ({{ action.data.card.idShort }}){% endif %}`,
      url: "{{ model.url }}",
      color: "red",
      fields: [{ name: "List", value: "{{ action.data.list.name }}" }],
    },
    commentCard: {
      title: `${board} Comment on: ${card}`,
      color: "blue",
      description: "{{ action.data.text | markdown }}",
      update_key: "comment-{{ action.id }}",
    },
    updateComment: {
      title: `${board} Comment edited on: ${card}`,
      color: "blue",
      description: "{{ action.data.action.text | markdown }}",
      update_key: "comment-{{ action.data.action.id }}",
    },
    deleteComment: {
      title: `${board} Comment deleted on: ${card}`,
      update_key: "comment-{{ action.data.action.id }}",
    },
    addAttachmentToCard: {
      title: `${board} Attached to: ${card}`,
      description: "{{ action.data.attachment.name | link: action.data.attachment.url }}",
    },
    deleteAttachmentFromCard: { title: `${board} Attachment {{ action.data.attachment.name }} deleted: ${card}` },
    "addLabelToCard|removeLabelFromCard": {
      title: `${board} Label {% if request.event == 'addLabelToCard' %}added{% else %}removed{% endif %}: ${card}`,
      description: "{{ action.data.label.name | default: action.data.label.color | default: action.data.value }}",
    },
    "addMemberToCard|removeMemberFromCard": {
      title: `${board} {{ action.member.fullName | default: 'Member' }} {% if request.event == 'addMemberToCard' %}joined{% else %}left{% endif %}: ${card}`,
    },
    removeChecklistFromCard: { title: `${board} Checklist {{ action.data.checklist.name }} removed: ${card}` },
    deleteCheckItem: {
      title: `${board} Item deleted: {{ action.data.checkItem.name }}`,
      description: `On ${card}, {{ action.data.checklist.name }}`,
      update_key: "item-{{ action.data.checkItem.id }}",
    },
    addChecklistToCard: { title: `${board} Checklist {{ action.data.checklist.name }} added: ${card}` },
    updateCheckItemStateOnCard: {
      title: `${board} ${checked}`,
      color: "{% if action.data.checkItem.state == 'complete' %}green{% else %}grey{% endif %}",
      description: `On ${card}, {{ action.data.checklist.name }}`,
      update_key: "item-{{ action.data.checkItem.id }}",
    },
    createCheckItem: {
      title: `${board} Item added: {{ action.data.checkItem.name }}`,
      description: `On ${card}, {{ action.data.checklist.name }}`,
      update_key: "item-{{ action.data.checkItem.id }}",
    },
    "moveCardFromBoard|moveCardToBoard": {
      title: `${board} {% if request.event == 'moveCardFromBoard' %}Moved to {{ action.data.boardTarget.name | default: 'another board' }}{% else %}Moved here from {{ action.data.boardSource.name | default: 'another board' }}{% endif %}: ${card}`,
    },
    updateList: {
      skip: "{% if action.data.old.pos %}lists that only moved{% endif %}",
      title: `${board} List {% if action.data.list.closed %}archived{% elsif action.data.old.closed %}reopened{% elsif action.data.old.name %}{{ action.data.old.name }} renamed{% else %}changed{% endif %}: {{ action.data.list.name }}`,
    },
    createList: { title: `${board} List created: {{ action.data.list.name }}`, color: "blue" },
    "addMemberToBoard|removeMemberFromBoard": {
      title: `${board} {{ action.member.fullName | default: 'Member' }} {% if request.event == 'addMemberToBoard' %}joined{% else %}left{% endif %} the board`,
    },
  },
};
