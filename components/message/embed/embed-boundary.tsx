"use client";

import { Component, type ReactNode } from "react";
import { isEmbed } from "@/lib/messages/dto";

/**
 * Keeps a broken embed to itself. On the server no boundary catches, so what isn't an embed at all is never rendered. Nothing here
 * waits: with Suspense around it, the server would send what stands in for a card, and the card only after the page.
 */
export class EmbedBoundary extends Component<{ embed: unknown; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed && isEmbed(this.props.embed)) return this.props.children;
    return <p className="text-sm text-text-muted">This embed can't be shown.</p>;
  }
}
