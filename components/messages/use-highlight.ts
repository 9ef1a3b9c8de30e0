"use client";

import { type ReactNode, useEffect, useState } from "react";

/** The longest code that is coloured. */
const longest = 8000;

/** Coloured code once it is ready, or null: the first render is plain, on the server and in the browser alike. */
export function useHighlight(code: string, info: string): ReactNode {
  const language = info.split(/\s/, 1)[0]?.toLowerCase() ?? "";
  const [result, setResult] = useState<{ code: string; language: string; nodes: ReactNode } | null>(null);

  useEffect(() => {
    if (!language || code.length > longest) return;
    let current = true;
    import("./highlight")
      .then(({ highlight }) => current && setResult({ code, language, nodes: highlight(code, language) }))
      // Plain code reads well too.
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [code, language]);

  return result?.code === code && result.language === language ? result.nodes : null;
}
