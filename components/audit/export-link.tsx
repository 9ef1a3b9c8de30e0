import { Download } from "lucide-react";
import { buttonStyle } from "@/components/ui/button-style";
import { type AuditFilter, exportHref } from "./audit-href";

/** Loads all that the filter leaves as a file. */
export function ExportLink({ filter }: { filter: AuditFilter }) {
  return (
    <a href={exportHref(filter)} download className={buttonStyle("secondary", "small")}>
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </a>
  );
}
