"use client";

import "./globals.css";

/**
 * The page for an error in a layout, with its own document. The digest is the id of the request, under which the log has the reason.
 * Every page preloads it, so it is plain and shares nothing that would have to be loaded twice.
 */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Parley</title>
        <main className="mx-auto max-w-sm px-6 py-12 text-center">
          <h1 className="font-semibold text-xl">This page couldn't be shown</h1>
          <p className="mt-2 text-text-muted">
            Something went wrong. Try again in a moment
            {error.digest
              ? `. If it keeps happening, give your server's operator this error code: ${error.digest}.`
              : "."}
          </p>
          <p className="mt-4 flex flex-wrap justify-center gap-4">
            <button type="button" className="text-accent underline" onClick={reset}>
              Try again
            </button>
            <a className="text-accent underline" href="/">
              Go to your channels
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
