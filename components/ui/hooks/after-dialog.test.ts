import { expect, test, vi } from "vitest";
import { afterDialog, dialogContent, isReturning } from "./after-dialog";

const opened = () => {
  const element = new EventTarget();
  element.addEventListener("closed", dialogContent.onCloseAutoFocus);
  dialogContent.ref(element as HTMLElement);
  dialogContent.ref(element as HTMLElement);
  // Returns whether closing returns the focus.
  return () => element.dispatchEvent(new Event("closed", { cancelable: true }));
};

test("moving the focus waits until the last dialog has returned it", async () => {
  const close = opened();
  const closeAnother = opened();
  const moves: string[] = [];
  afterDialog(() => moves.push("first"));
  afterDialog(() => moves.push("second"));
  close();
  await Promise.resolve();
  expect(moves).toEqual([]);
  closeAnother();
  expect(moves).toEqual([]);
  await Promise.resolve();
  expect(moves).toEqual(["first", "second"]);
});

test("closing returns the focus, unless something else has opened", () => {
  const close = opened();
  const closeInner = opened();
  expect(closeInner()).toBe(true);
  const closeNext = opened();
  expect(close()).toBe(false);
  expect(closeNext()).toBe(true);
});

test("without an open dialog, the focus moves immediately", async () => {
  const move = vi.fn();
  afterDialog(move);
  expect(move).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(move).toHaveBeenCalledOnce());
});

test("a focus change is one of a closing dialog's until the moves that waited for it are made", async () => {
  const close = opened();
  const seen: boolean[] = [];
  afterDialog(() => seen.push(isReturning()));
  seen.push(isReturning());
  close();
  seen.push(isReturning());
  await Promise.resolve();
  expect([...seen, isReturning()]).toEqual([false, true, true, false]);
});
