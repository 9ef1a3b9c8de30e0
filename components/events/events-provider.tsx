"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { Connection, type ConnectionStatus } from "@/lib/browser/events";
import { useStore } from "@/lib/browser/store";
import { paths } from "@/lib/paths";

/** The event stream, where another than the page's is wanted: in tests of markup. */
export const ConnectionContext = createContext<Connection | null>(null);

/** Holds the browser's one event stream for everything below it. */
export function EventsProvider({ children }: { children: ReactNode }) {
  const [connection] = useState(() => new Connection());
  const router = useRouter();
  useEffect(() => connection.start(), [connection]);
  useEffect(
    () =>
      connection.listen((event) => {
        if (event.type === "signed-out") window.location.assign(paths.login);
        // Where a channel is gone, the server says what stands at its address now.
        if (event.type === "channels" || event.type === "gone") router.refresh();
      }),
    [connection, router],
  );
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

/** The event stream. Throws outside an EventsProvider. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error("useConnection needs an EventsProvider above it.");
  return connection;
}

/** Whether messages come in live just now. */
export function useConnectionStatus(): ConnectionStatus {
  const connection = useConnection();
  return useStore(connection.status, (status) => status, "connecting");
}
