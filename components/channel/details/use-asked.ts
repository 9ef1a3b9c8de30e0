import { useEffect, useEffectEvent, useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import { request } from "@/lib/browser/request";

/** What was asked for; null until it is there, "failed" when it could not be had. */
export type Asked<T> = T | "failed" | null;

/** Asks for what stands at `url`, and again when the channels have changed or more has happened than was told. */
export function useAsked<T>(url: string): { data: Asked<T>; ask: () => void } {
  const connection = useConnection();
  const [data, setData] = useState<Asked<T>>(null);
  const ask = async () => {
    const answer = await request<T>(url);
    // What is shown already stays when asking again fails.
    setData((known) => (answer.ok ? answer.data : (known ?? "failed")));
  };
  const again = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is asked anew.
  useEffect(() => {
    setData(null);
    void again();
    return connection.listen(({ type }) => {
      if (type === "channels" || type === "reset") void again();
    });
  }, [connection, url]);
  return {
    data,
    ask: () => {
      setData(null);
      void ask();
    },
  };
}
