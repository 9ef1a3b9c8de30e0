"use client";

import { Button } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";
import "./globals.css";

/** A page that failed, with its own document, because the layout may have failed. Its reason is in the server's log under the same number. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Parley</title>
        <MessagePage
          title="This page could not be shown"
          action={
            <>
              <Button variant="primary" onClick={reset}>
                Try again
              </Button>
              <Button onClick={() => window.location.assign("/")}>Go to your channels</Button>
            </>
          }
        >
          Something went wrong on our side. Try again in a moment
          {error.digest ? `; if it stays, tell whoever runs this server the number ${error.digest}.` : "."}
        </MessagePage>
      </body>
    </html>
  );
}
