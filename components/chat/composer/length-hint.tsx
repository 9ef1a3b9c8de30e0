import { clsx } from "clsx";

/** Says how many characters are left, or how many are too many. */
export function LengthHint({ id, left }: { id: string; left: number }) {
  return (
    <div
      className={clsx(
        "self-center justify-self-end text-xs tabular-nums [grid-area:count]",
        left < 0 ? "text-danger" : "text-text-muted",
      )}
    >
      <p id={id} className="px-1.5 py-1">
        {lengthText(left)}
      </p>
      <p role="status" className="sr-only">
        {lengthText(roundedLength(left))}
      </p>
    </div>
  );
}

/** Says how many characters are left, or how many are too many: "1,000 characters too long". */
export function lengthText(left: number): string {
  const count = Math.abs(left).toLocaleString("en-US");
  if (left >= 0) return `${count} left`;
  return left === -1 ? "1 character too long" : `${count} characters too long`;
}

/** Rounds the count for screen readers, or it would be announced with every key. */
export function roundedLength(left: number): number {
  const step = Math.abs(left) >= 100 ? 100 : 10;
  return left < 0 && left > -step ? left : Math.ceil(left / step) * step;
}
