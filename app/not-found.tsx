import type { Metadata } from "next";
import Link from "next/link";
import { buttonStyle } from "@/components/ui/button-style";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Nothing here" };

/** What isn't there and what one may not see look the same. */
export default function NotFound() {
  return (
    <MessagePage
      title="There is nothing here"
      action={
        <Link href={paths.home} className={buttonStyle("primary")}>
          Go to your channels
        </Link>
      }
    >
      The address may be wrong, or it belongs to a channel that you are not a member of.
    </MessagePage>
  );
}
