/** Does `act` when `call` is called: at once, but never twice within `ms`; what comes too early is done later, once. */
export function atMostEvery(ms: number, act: () => void): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;

  function call(): void {
    if (timer !== undefined) {
      again = true;
      return;
    }
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (!again) return;
      again = false;
      call();
    }, ms);
  }

  return { call, stop: () => clearTimeout(timer) };
}
