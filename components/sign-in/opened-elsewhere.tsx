"use client";

import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { request } from "@/lib/browser/request";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { openedAs } from "@/lib/web/dto";

type OpenedElsewhereProps = {
  /** BASE_URL, or null if it isn't set. */
  baseUrl: string | null;
  /** Where Parley thinks that it was opened. */
  address: string;
};

/** Says so on a page from which no one can sign in, because of the address at which it was opened. */
export function OpenedElsewhere({ baseUrl, address }: OpenedElsewhereProps) {
  const [origin, setOrigin] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void isRefusedHere(baseUrl, address).then((isRefused) => {
      if (isRefused && !isGone) setOrigin(window.location.origin);
    });
    return () => {
      isGone = true;
    };
  }, [baseUrl, address]);
  if (origin === null) return null;
  return (
    <div className="mb-4 w-full max-w-sm">
      <Banner tone="danger">
        This page was {openedAs(origin, baseUrl)}. You can't sign in here.{" "}
        {baseUrl === null ? (
          `Ask your server's operator to set BASE_URL=${origin}.`
        ) : (
          <>
            Open{" "}
            <a href={baseUrl} className="underline underline-offset-2">
              {baseUrl}
            </a>
            . If you can't, tell your server's operator.
          </>
        )}
      </Banner>
    </div>
  );
}

async function isRefusedHere(baseUrl: string | null, address: string): Promise<boolean> {
  // The browser doesn't keep the session's cookie.
  if (baseUrl?.startsWith("https:") && !window.isSecureContext) return true;
  if (new URL(address).host === window.location.host) return false;
  // There's nothing to post to. What matters is whether we may.
  const answer = await request(signInPaths.csrf, { method: "POST" });
  return !answer.ok && answer.status === 403 && answer.error !== null;
}
