import { cloneElement, isValidElement, type ReactNode, type Ref, use, useCallback } from "react";

type Props = { ref?: Ref<HTMLElement> | undefined; [name: string]: unknown };

/**
 * Adds props to its only child, whose own come first. Radix's own is four times as large, and every page loads this.
 */
export function Slot({ children, ref, ...props }: Props & { children?: ReactNode }) {
  const child = elementIn(children);
  const inner = child?.props.ref;
  const both = useCallback(
    (element: HTMLElement | null) => {
      const undo = [inner, ref].map((each) => give(each, element));
      return () => {
        for (const each of undo) each();
      };
    },
    [inner, ref],
  );
  return child && cloneElement(child, { ...merged(props, child.props), ref: both });
}

/** Children from the server may arrive later. */
function elementIn(node: ReactNode) {
  const isLater = typeof node === "object" && node !== null && "_payload" in node;
  const element: unknown = isLater ? use(node._payload as Promise<ReactNode>) : node;
  return isValidElement<Props>(element) ? element : null;
}

function give(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): () => void {
  const undo = typeof ref === "function" ? ref(element) : undefined;
  if (typeof ref === "object" && ref) ref.current = element;
  if (undo) return undo;
  return () => {
    if (typeof ref === "function") ref(null);
    else if (ref) ref.current = null;
  };
}

function merged(outer: Props, inner: Props): Props {
  const all: Props = { ...outer, ...inner };
  for (const [name, first] of Object.entries(inner)) {
    const then = outer[name];
    if (typeof first === "function" && typeof then === "function") {
      all[name] = (...args: unknown[]) => {
        const result: unknown = first(...args);
        then(...args);
        return result;
      };
    } else if (name === "className" && typeof then === "string") all[name] = `${then} ${String(first ?? "")}`;
    else if (first === undefined) all[name] = then;
  }
  return all;
}
