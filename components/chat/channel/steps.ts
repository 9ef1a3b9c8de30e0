import type { Panel } from "@/components/frame/panels";
import type { FirstStepsDto } from "@/lib/people/dto";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { workspacePaths } from "@/lib/text/workspace-paths";

/** One of the first steps: whether it is done, and where to do it. */
export type Step = {
  label: string;
  hint: string;
  done: boolean;
  where: { kind: "page"; href: string } | { kind: "panel"; panel: Panel };
};

/** Returns the first steps in a new workspace, in order. */
export function stepsOf(done: FirstStepsDto, channelId: string): Step[] {
  return [
    {
      label: "Add your logo",
      hint: "Check the name, and choose who can invite.",
      done: done.logoAdded,
      where: { kind: "page", href: workspacePaths.settings },
    },
    {
      label: "Invite your team",
      hint: "Checked off when the first person joins.",
      done: done.someoneJoined,
      where: { kind: "panel", panel: "invite-people" },
    },
    {
      label: "Set up your channels",
      hint: "One for each topic, team or tool.",
      done: done.channelMade,
      where: { kind: "panel", panel: "first-channels" },
    },
    {
      label: "Connect a tool",
      hint: "Create a webhook: a URL your tools post to.",
      done: done.webhookMade,
      where: { kind: "page", href: webhookPaths.connectTool(channelId) },
    },
  ];
}
