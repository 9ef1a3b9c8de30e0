"use client";

import { useEffect } from "react";

/** Says that the page hears what is done to it: what has been done before is done now. */
export function Awake() {
  useEffect(() => {
    window.dispatchEvent(new Event("parley:awake"));
  }, []);
  return null;
}
