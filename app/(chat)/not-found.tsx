import { PageHeader } from "@/components/frame/page-header";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { SearchX } from "@/components/ui/icons/more-icons";
import { paths } from "@/lib/text/paths";

/** The 404 page inside the frame. A missing page and one without access look the same. */
export default function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<SearchX />}
        title="This page doesn't exist, or you don't have access"
        action={
          <Link href={paths.browse} className={buttonStyle("primary")}>
            Browse channels
          </Link>
        }
      >
        Check the link, or ask a teammate with access.
      </EmptyState>
    </>
  );
}
