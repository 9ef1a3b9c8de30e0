"use client";

import { Component, type ReactNode, Suspense } from "react";

/** Keeps a broken embed to itself. On the server a boundary can't catch, so Suspense hands the attempt to the browser. */
export class EmbedBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (this.state.failed) return <BrokenEmbed />;
    return <Suspense fallback={<BrokenEmbed />}>{this.props.children}</Suspense>;
  }
}

function BrokenEmbed() {
  return <p className="text-sm text-text-muted">This embed can't be shown.</p>;
}
