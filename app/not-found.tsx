import type { Metadata } from "next";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { MessagePage } from "@/components/ui/display/message-page";
import { paths } from "@/lib/text/paths";

export const metadata: Metadata = { title: "Page not found" };

/** The 404 page outside the frame. A missing page and one without access look the same. */
export default function NotFound() {
  return (
    <MessagePage
      title="Page not found"
      action={
        <Link href={paths.home} className={buttonStyle("primary")}>
          Go to your channels
        </Link>
      }
    >
      This page doesn't exist, or you don't have access to it.
    </MessagePage>
  );
}
