"use client";

import { LayoutRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import {
  Activity,
  type ContextType,
  Fragment,
  memo,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { unsentChanged } from "@/components/chat/conversation/run/unsent";
import { useSidebar } from "@/lib/browser/sidebar";
import { type Kept, nextKept, renewed, settled } from "./kept";

// Why: docs/decisions/page-load.md

/** What the router shows in its outlet, and what it provides to it. */
type Place = {
  outlet: ReactNode;
  router: ContextType<typeof LayoutRouterContext>;
  pathname: string | null;
  query: URLSearchParams | null;
};

/**
 * The router's outlet, `children`, which keeps the last conversations, hidden from everyone. While one is hidden, none of
 * its effects run, and it isn't updated. If it would open otherwise than it was left, it is rendered anew in the
 * background. One that is no longer in the sidebar isn't kept.
 */
export function KeptConversations({ children }: { children: ReactNode }) {
  const [router, pathname, query] = [use(LayoutRouterContext), use(PathnameContext), use(SearchParamsContext)];
  const [kept, setKept] = useState<readonly Kept<Place>[]>([]);
  const positions = useSidebar(({ channels }) =>
    kept.map(({ id }) => channels.find((channel) => channel.id === id)?.lastReadSeq ?? "").join(" "),
  );
  const readIn = (id: string) => {
    const position = positions.split(" ")[kept.findIndex((each) => each.id === id)];
    return position ? Number(position) : null;
  };
  const next = nextKept(kept, { outlet: children, router, pathname, query }, readIn);
  // During render, so that the page that was left and the one that opens change at once.
  if (next !== kept) setKept(next);
  useEffect(() => unsentChanged.subscribe(({ channelId }) => setKept((all) => renewed(all, channelId))), []);
  const onLeave = useCallback(
    (id: string, readAll: number | null) =>
      setKept((all) => (readAll === null ? renewed(all, id) : settled(all, id, readAll))),
    [],
  );
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {!next.some(({ open }) => open) && children}
      {next.map((each) => (
        <Conversation key={each.id} kept={each} onLeave={onLeave} />
      ))}
    </div>
  );
}

const noPane = new URLSearchParams();

type ConversationProps = {
  kept: Kept<Place>;
  /** Called when it was left with everything up to `readAll` read; null if it will open otherwise than it was left. */
  onLeave: (id: string, readAll: number | null) => void;
};

const Conversation = memo(function Conversation({ kept, onLeave }: ConversationProps) {
  const { id, open, turn, place } = kept;
  // The one that was left is hidden after the paint: ending its effects takes longer than starting those of the other.
  const [live, setLive] = useState(true);
  if (open && !live) setLive(true);
  useEffect(() => {
    if (!open) startTransition(() => setLive(false));
  }, [open]);
  const isHidden = !open && !live;
  const [shownTurn, setShownTurn] = useState(turn);
  if (isHidden && shownTurn !== turn) setShownTurn(turn);
  const query = !isHidden && place.query?.size ? place.query : noPane;
  const frame = useRef<HTMLDivElement>(null);
  // Before other effects, which may look at the layout.
  useInsertionEffect(() => (isHidden ? keepLayout(frame.current) : undefined), [isHidden]);
  useLayoutEffect(() => {
    if (isHidden) onLeave(id, readAll(frame.current));
  }, [id, isHidden, onLeave]);
  return (
    <div
      ref={frame}
      className="absolute inset-0 flex flex-col"
      style={open ? undefined : { contentVisibility: "hidden" }}
    >
      <Activity mode={isHidden ? "hidden" : "visible"}>
        <div className="flex min-h-0 flex-1 flex-col">
          <LayoutRouterContext value={place.router}>
            <PathnameContext value={place.pathname}>
              <SearchParamsContext value={query}>
                <Fragment key={shownTurn}>{place.outlet}</Fragment>
              </SearchParamsContext>
            </PathnameContext>
          </LayoutRouterContext>
        </div>
      </Activity>
    </div>
  );
});

/**
 * Undoes the `display: none` with which React hides an `Activity`: the frame is hidden in a way that keeps the layout, so
 * that it is painted sooner. Returns a function that stops this.
 */
function keepLayout(frame: HTMLElement | null): (() => void) | undefined {
  const content = frame?.firstElementChild;
  if (!(content instanceof HTMLElement)) return undefined;
  const keep = () => void content.style.removeProperty("display");
  keep();
  const observer = new MutationObserver(keep);
  observer.observe(content, { attributeFilter: ["style"] });
  return () => observer.disconnect();
}

// What a conversation opens without.
const OPEN = '[aria-haspopup][aria-expanded="true"], article textarea';
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";

/** Returns the last message of a conversation that looks as it will open again, with everything read; otherwise null. */
function readAll(frame: HTMLElement | null): number | null {
  const messages = frame?.querySelector<HTMLElement>("[data-read-all]");
  if (!messages || frame?.querySelector(OPEN) || document.querySelector(LAYERS)) return null;
  return Number(messages.dataset.readAll);
}
