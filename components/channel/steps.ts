import type { Panel } from "@/components/frame/panels";
import type { FirstStepsDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";

/** One of the first steps: whether it is done, and where to do it. */
export type Step = {
  label: string;
  hint: string;
  done: boolean;
  where: { kind: "panel"; panel: Panel } | { kind: "page"; href: string } | { kind: "composer" };
};

/** Returns the first steps in a new workspace, in order. The webhook is created in the open channel. */
export function stepsOf(done: FirstStepsDto, channelId: string): Step[] {
  return [
    {
      label: "Invite your team",
      hint: "Checked off when the first person joins.",
      done: done.someoneJoined,
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

/** The name of the cookie with the id of the person who dismissed the first steps. */
export const FIRST_STEPS_COOKIE = "parley.first-steps";
