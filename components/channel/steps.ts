import type { Panel } from "@/components/frame/panels";
import type { FirstStepsDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";

/** One of the first steps: whether it is done, and where it is. */
export type Step = {
  label: string;
  hint: string;
  done: boolean;
  where: { kind: "panel"; panel: Panel } | { kind: "page"; href: string } | { kind: "composer" };
};

/** What makes a new workspace useful, in the order in which one would do it. Webhooks are made in the open channel. */
export function stepsOf(done: FirstStepsDto, channelId: string): Step[] {
  return [
    {
      label: "Invite your team",
      hint: "Checked off when the first person joins.",
      done: done.somebodyJoined,
      where: { kind: "panel", panel: "invite-people" },
    },
    {
      label: "Create a channel",
      hint: "One for each topic, team or tool.",
      done: done.channelMade,
      where: { kind: "panel", panel: "create-channel" },
    },
    {
      label: "Create a webhook",
      hint: "A URL your tools post to.",
      done: done.webhookMade,
      where: { kind: "page", href: paths.newWebhook(channelId) },
    },
    {
      label: "Post the first message",
      hint: "It'll be waiting when your team arrives.",
      done: done.messagePosted,
      where: { kind: "composer" },
    },
  ];
}

/** Holds the id of the person who doesn't want to see the first steps any more. */
export const FIRST_STEPS_COOKIE = "parley.first-steps";
