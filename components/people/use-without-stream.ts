"use client";

import { useCallback } from "react";
import { useConnection } from "@/components/events/events-provider";

/**
 * Does something with the event stream closed, and opens it again afterwards: what ends this browser's session and starts a
 * new one would otherwise be heard in between as a sign-out.
 */
export function useWithoutStream(): <T>(act: () => Promise<T>) => Promise<T> {
  const connection = useConnection();
  return useCallback(
    async <T>(act: () => Promise<T>) => {
      const resume = connection.pause();
      try {
        return await act();
      } finally {
        resume();
      }
    },
    [connection],
  );
}
