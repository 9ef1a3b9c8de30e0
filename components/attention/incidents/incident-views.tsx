import { ViewLinks } from "@/components/ui/lists/view-links";
import { paths } from "@/lib/text/paths";

/** Links to the open incidents and the history of all. */
export function IncidentViews({ current }: { current: "open" | "history" }) {
  return (
    <ViewLinks
      label="Views"
      views={[
        { href: paths.incidents, label: "Open", current: current === "open" },
        { href: paths.incidentHistory, label: "History", current: current === "history" },
      ]}
    />
  );
}
