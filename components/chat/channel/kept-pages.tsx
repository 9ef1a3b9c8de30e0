"use client";

import { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { LayoutRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { useRouter } from "next/navigation";
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
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { unsentChanged } from "@/components/chat/conversation/run/unsent";
import { useSidebar } from "@/lib/browser/sidebar";
import { paths } from "@/lib/text/paths";
import { type Kept, keepLayout, left, nextKept, renewed } from "./kept";

// Why: docs/decisions/page-load.md

/** Returns the conversation that is open where the router is, as one of a list; an empty one on other pages. */
export function openIn<Place extends { pathname: string | null }>(place: Place): Kept<Place>[] {
  const id = /^\/channels\/(\d+)$/.exec(place.pathname ?? "")?.[1];
  return id ? [{ id, place, open: true, turn: 0, opened: 1, read: 0, shownRead: 0 }] : [];
}

/** Returns the conversation that a link at this element opens as it was left, as one of a list; an empty one for others. */
function openedBy(target: EventTarget | null): Kept<{ pathname: string | null }>[] {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return link && `${link.search}${link.hash}` === "" ? openIn({ pathname: link.pathname }) : [];
}

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
export function KeptPages({ children }: { children: ReactNode }) {
  const [router, pathname, query] = [use(LayoutRouterContext), use(PathnameContext), use(SearchParamsContext)];
  const [kept, setKept] = useState<readonly Kept<Place>[]>([]);
  const positions = useSidebar(({ channels }) =>
    kept.map(({ id }) => channels.find((channel) => channel.id === id)?.lastReadSeq ?? "").join(" "),
  );
  const readIn = (id: string) => {
    const position = positions.split(" ")[kept.findIndex((each) => each.id === id)];
    return position ? Number(position) : null;
  };
  const place = { outlet: children, router, pathname, query };
  const next = nextKept(kept, place, openIn(place), readIn);
  // During render, so that the page that was left and the one that opens change at once.
  if (next !== kept) setKept(next);
  useEffect(() => unsentChanged.subscribe(({ channelId }) => setKept((all) => renewed(all, channelId))), []);
  const pressed = usePressed(next, pathname);
  const onLeave = useCallback((id: string, frame: HTMLElement | null) => setKept((all) => left(all, id, frame)), []);
  return (
    <>
      {!next.some(({ open }) => open) && (
        <div className="contents" style={pressed === null ? undefined : { visibility: "hidden" }}>
          {children}
        </div>
      )}
      {next.map((each) => (
        <Conversation
          key={each.id}
          kept={each}
          isShown={pressed === null ? each.open : each.id === pressed}
          onLeave={onLeave}
        />
      ))}
    </>
  );
}

/**
 * Returns the id of the kept conversation whose link was just pressed, until the router has opened it; null for none. It is
 * painted with the press: rendering all that changes with the page takes the router several times as long.
 */
function usePressed(kept: readonly Kept<Place>[], pathname: string | null): string | null {
  const [pressed, setPressed] = useState<{ id: string; at: string | null } | null>(null);
  if (pressed && pressed.at !== pathname) setPressed(null);
  const onClick = useEffectEvent(({ target, defaultPrevented }: MouseEvent) => {
    // Links of ours prevent the browser from opening them.
    const [opening] = defaultPrevented ? openedBy(target) : [];
    if (!opening) return;
    const isReady = kept.some(({ id, open, turn }) => {
      // While it's rendered anew, it isn't what would open.
      return id === opening.id && !open && document.querySelector(`[data-kept="${id}"][data-turn="${turn}"]`);
    });
    if (isReady || pressed) flushSync(() => setPressed(isReady ? { id: opening.id, at: pathname } : null));
  });
  useEffect(() => {
    // On the window, so that it comes after React's handlers.
    window.addEventListener("click", onClick);
    return () => window.removeEventListener("click", onClick);
  }, []);
  return kept.find(({ id }) => id === pressed?.id)?.id ?? null;
}

/** How long, in milliseconds, the pointer rests on a link before its conversation is asked for. */
const REST_MS = 60;

/** Asks for a conversation when the pointer rests on its link: the page is often there when the link is pressed. */
export function AskAhead(): null {
  const router = useRouter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | undefined;
    const stop = () => clearTimeout(timer);
    const over = ({ target, pointerType }: PointerEvent) => {
      const [{ id } = { id: undefined }] = pointerType === "mouse" ? openedBy(target) : [];
      if (id === last) return;
      stop();
      last = id;
      if (!id || paths.channel(id) === window.location.pathname || document.querySelector(`[data-kept="${id}"]`))
        return;
      timer = setTimeout(() => router.prefetch(paths.channel(id), { kind: PrefetchKind.FULL }), REST_MS);
    };
    window.addEventListener("pointerover", over);
    // The press asks itself.
    window.addEventListener("pointerdown", stop);
    return () => {
      stop();
      window.removeEventListener("pointerover", over);
      window.removeEventListener("pointerdown", stop);
    };
  }, [router]);
  return null;
}

const noPane = new URLSearchParams();

type ConversationProps = {
  kept: Kept<Place>;
  /** Whether it is seen, which begins before it is open. */
  isShown: boolean;
  /** Called when it has been left and is hidden. */
  onLeave: (id: string, frame: HTMLElement | null) => void;
};

const Conversation = memo(function Conversation({ kept, isShown, onLeave }: ConversationProps) {
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
    if (isHidden) onLeave(id, frame.current);
  }, [id, isHidden, onLeave]);
  return (
    <div
      ref={frame}
      className="absolute inset-0 flex flex-col"
      style={isShown ? undefined : { contentVisibility: "hidden", zIndex: -1 }}
      inert={isShown && !open}
    >
      <Activity mode={isHidden ? "hidden" : "visible"}>
        <div data-kept={id} data-turn={shownTurn} className="flex min-h-0 flex-1 flex-col">
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
