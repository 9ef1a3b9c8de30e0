import type { Recognition, SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { asText } from "@/lib/webhooks/interpret/described/filters";
import { isObject } from "@/lib/webhooks/payload/json-object";

type Request = { payload: unknown; headers: (name: string) => string | null };

/**
 * Returns a function that recognizes the tool that sent a request: the description with the most matching conditions,
 * the first of several, or null.
 */
export function makeRecognizer(
  descriptions: ReadonlyMap<string, SenderDescription>,
): (request: Request) => string | null {
  const known = [...descriptions].flatMap(([name, { recognize }]) =>
    recognize.map((recognition) => ({ name, ...compiled(recognition) })),
  );
  known.sort((a, b) => b.weight - a.weight);
  return (request) => known.find(({ fits }) => fits(request))?.name ?? null;
}

// A header that only one tool sends is a stronger sign than any payload's shape.
const HEADER_WEIGHT = 10;

function compiled({ headers = {}, has = {}, text: beginning }: Recognition): {
  weight: number;
  fits: (request: Request) => boolean;
} {
  const headerTests = Object.entries(headers).map(([name, pattern]) => [name, new RegExp(pattern, "i")] as const);
  const pathTests = Object.entries(has).map(([path, pattern]) => {
    return [path.split("."), pattern === "" ? null : new RegExp(pattern)] as const;
  });
  const textTest = beginning === undefined ? null : new RegExp(beginning);
  return {
    weight: headerTests.length * HEADER_WEIGHT + pathTests.length + (textTest ? 1 : 0),
    fits: (request) =>
      (textTest === null || (typeof request.payload === "string" && textTest.test(request.payload.slice(0, 1_000)))) &&
      headerTests.every(([name, pattern]) => {
        const value = request.headers(name);
        return value !== null && pattern.test(value.slice(0, 1_000));
      }) &&
      pathTests.every(([path, pattern]) => {
        const value = valueAt(request.payload, path);
        return value !== undefined && (pattern === null || pattern.test(asText(value).slice(0, 1_000)));
      }),
  };
}

/** Returns the value at a path of own properties ("0" is a list's first item), or undefined. */
export function valueAt(from: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
    return isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }, from);
}
