"use client";

import ErrorPage from "./error";
import "./globals.css";

/** The same when the root layout itself failed, so it brings its own document. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Parley</title>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
