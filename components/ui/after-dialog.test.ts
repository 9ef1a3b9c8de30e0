import { expect, test, vi } from "vitest";
import { afterDialog, dialogContent } from "./after-dialog";

const opened = () => {
  const element = new EventTarget();
  element.addEventListener("closed", dialogContent.onCloseAutoFocus);
  dialogContent.ref(element as HTMLElement);
  dialogContent.ref(element as HTMLElement);
  return () => element.dispatchEvent(new Event("closed"));
};

test("a move waits until the last dialog has given the focus back", async () => {
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

test("with nothing open a move comes as soon as what is being done is done", async () => {
  const move = vi.fn();
  afterDialog(move);
  expect(move).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(move).toHaveBeenCalledOnce());
});
