import { LinkTabs } from "@/components/ui/controls/link-tabs";
import { paths } from "@/lib/text/paths";

const tabs = [
  { href: paths.drafts, label: "Drafts", exact: true },
  { href: paths.scheduled, label: "Scheduled" },
] as const;

/** The tabs of messages that aren't sent yet. */
export function DraftTabs() {
  return <LinkTabs label="Messages that aren't sent yet" tabs={tabs} />;
}
