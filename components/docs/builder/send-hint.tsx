import Link from "next/link";
import { paths } from "@/lib/paths";
import { linkStyle } from "../link-style";

/** What it takes to send from here, for somebody who can't yet. */
export function SendHint({ signedIn }: { signedIn: boolean }) {
  return (
    <p className="rounded-xl border border-border px-4 py-3 text-sm text-text-muted">
      {signedIn ? (
        <>
          To send this from here, make a webhook in a channel's settings.{" "}
          <Link href={paths.home} className={linkStyle}>
            Open your channels
          </Link>
        </>
      ) : (
        <>
          <Link href={paths.login} className={linkStyle}>
            Sign in
          </Link>{" "}
          to send this to a webhook of yours from here, and to see its pictures.
        </>
      )}
    </p>
  );
}
