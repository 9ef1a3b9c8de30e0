import { SearchX } from "lucide-react";
import Link from "next/link";
import { PageHeader } from "@/components/frame/page-header";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/lib/paths";

/** Inside the frame, what isn't there and what one may not see look the same. */
export default function NotFound() {
  return (
    <>
      <PageHeader title="Nothing here" />
      <EmptyState
        icon={<SearchX />}
        title="There is nothing at this address"
        action={
          <Link href={paths.browse} className={buttonStyle("primary")}>
            Browse channels
          </Link>
        }
      >
        The address may be wrong, or it belongs to a channel that you are not a member of.
      </EmptyState>
    </>
  );
}
