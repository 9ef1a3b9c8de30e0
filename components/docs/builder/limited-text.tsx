import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { codePoints } from "@/lib/text";

type LimitedTextProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** In characters; without one nothing is counted. */
  limit?: number;
  problem: string | null;
  hint?: string;
  /** A text of several lines, this many at first. */
  rows?: number;
  placeholder?: string;
  ref?: (element: HTMLInputElement | null) => void;
};

// The count appears near the limit; before that it only adds noise.
const NEAR = 0.8;

/** A text with its limit, which is spoken of once it comes near. */
export function LimitedText({
  label,
  value,
  onChange,
  limit,
  problem,
  hint,
  rows,
  placeholder,
  ref,
}: LimitedTextProps) {
  const count = limit === undefined ? 0 : codePoints(value);
  const near = limit !== undefined && count >= limit * NEAR;
  const common = {
    label,
    value,
    error: problem,
    hint: near ? <span className="tabular-nums">{`${count} of ${limit} characters`}</span> : hint,
    autoComplete: "off",
    placeholder,
  };
  if (rows) return <TextArea {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />;
  return <TextField {...common} ref={ref} onChange={(event) => onChange(event.target.value)} />;
}
