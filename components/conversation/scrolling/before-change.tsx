"use client";

import { Component, type ReactNode } from "react";

type Props = { children: ReactNode; measure: () => void };

/** Calls `measure` right before what it renders changes on the page: nothing else in React can look at a page as it still is. */
export class BeforeChange extends Component<Props> {
  override getSnapshotBeforeUpdate(): null {
    this.props.measure();
    return null;
  }

  // React requires componentDidUpdate beside getSnapshotBeforeUpdate.
  override componentDidUpdate(): void {}

  override render(): ReactNode {
    return this.props.children;
  }
}
