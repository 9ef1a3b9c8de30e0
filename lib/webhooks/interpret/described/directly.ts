import {
  AssignTag,
  type Context,
  Drop,
  ForTag,
  IfTag,
  Output,
  type Template,
  type Token,
  TokenKind,
  UnlessTag,
} from "liquidjs";

// LiquidJS evaluates templates with generators, so that they can be asynchronous. Most of the time a card takes is theirs.
// Templates of texts, values, conditions and assignments are therefore turned into functions that give the same. All
// others are left to LiquidJS, and so are loops within them.

type Render = (templates: readonly Template[], context: Context) => string;

/** Returns a function that renders the parsed templates, and uses `render`, LiquidJS's, only where it has to. */
export function directly(templates: readonly Template[], render: Render): (context: Context) => string {
  const rendered = (context: Context) => render(templates, context);
  const block = compiledOrNull(() => blockOf(templates, render));
  if (block === null) return rendered;
  return (context) => {
    try {
      return block(context);
    } catch (error) {
      if (error instanceof NotDirectly) return rendered(context);
      throw error;
    }
  };
}

function compiledOrNull<Result>(compile: () => Result): Result | null {
  try {
    return compile();
  } catch (error) {
    if (error instanceof NotDirectly) return null;
    throw error;
  }
}

class NotDirectly extends Error {}

type Evaluate = (context: Context) => unknown;
type Block = (context: Context) => string;

function blockOf(templates: readonly Template[], render: Render): Block {
  const parts = templates.map((template) => partOf(template, render));
  return (context) => {
    // As often as LiquidJS does, so that the same limit holds.
    context.renderLimit.check(0);
    let text = "";
    for (const part of parts) {
      context.renderLimit.check(0);
      text += part(context);
    }
    return text;
  };
}

function partOf(template: Template, render: Render): Block {
  // Text between tags. LiquidJS doesn't export its class.
  const text: unknown = Reflect.get(template, "str");
  if (typeof text === "string") return () => text;
  if (template instanceof Output) {
    const value = valueIn(template.value);
    return (context) => textOf(value(context));
  }
  if (template instanceof IfTag || template instanceof UnlessTag) return choiceOf(template, render);
  if (template instanceof ForTag) return (context) => render([template], context);
  if (template instanceof AssignTag) {
    const key: unknown = Reflect.get(template, "key");
    const value = valueIn(Reflect.get(template, "value"));
    if (typeof key !== "string") throw new NotDirectly();
    return (context) => {
      Reflect.set(context.bottom(), key, value(context));
      return "";
    };
  }
  throw new NotDirectly();
}

function choiceOf(template: IfTag | UnlessTag, render: Render): Block {
  const branches = template.branches.map((branch, index) => {
    const isNegated = template instanceof UnlessTag && index === 0;
    return { holds: valueIn(branch.value), isNegated, block: blockOf(branch.templates, render) };
  });
  const otherwise = blockOf(template.elseTemplates ?? [], render);
  return (context) => {
    for (const { holds, isNegated, block } of branches)
      if (isTruthy(holds(context)) !== isNegated) return block(context);
    return otherwise(context);
  };
}

/** An expression with its filters, which are functions: generators are left to LiquidJS. */
function valueIn(value: unknown): Evaluate {
  if (!isRecord(value) || !isRecord(value.initial) || !Array.isArray(value.filters)) throw new NotDirectly();
  return value.filters.reduce(filtered, expressionOf(value.initial.postfix));
}

function filtered(inner: Evaluate, filter: unknown): Evaluate {
  if (!isRecord(filter) || !Array.isArray(filter.args)) throw new NotDirectly();
  const { handler, token, liquid } = filter;
  if (typeof handler !== "function" || handler.constructor.name !== "Function") throw new NotDirectly();
  const [first, second, ...others] = filter.args.map(argumentOf);
  return (context): unknown => {
    const self = { context, token, liquid };
    if (first === undefined) return handler.call(self, inner(context));
    if (second === undefined) return handler.call(self, inner(context), first(context));
    const more = others.map((each) => each(context));
    return handler.call(self, inner(context), first(context), second(context), ...more);
  };
}

function argumentOf(given: unknown): Evaluate {
  if (!Array.isArray(given)) return operandOf(given);
  const [name, token] = given;
  const value = operandOf(token);
  return (context) => [name, value(context)];
}

/** An operand, or one that only compares in a way of its own. */
type Operand = { value: Evaluate; compare?: undefined } | { value?: undefined; compare: (value: unknown) => boolean };

function expressionOf(postfix: unknown): Evaluate {
  if (!Array.isArray(postfix) || postfix.length === 0) throw new NotDirectly();
  const stack: Operand[] = [];
  for (const token of postfix) {
    if (!isToken(token)) throw new NotDirectly();
    if (token.kind !== TokenKind.Operator) {
      const compare = "literal" in token && typeof token.literal === "string" ? COMPARED.get(token.literal) : undefined;
      stack.push(compare ? { compare } : { value: operandOf(token) });
      continue;
    }
    const right = stack.pop();
    const operator = "operator" in token && typeof token.operator === "string" ? token.operator : "";
    const left = operator === "not" ? right : stack.pop();
    if (!left || !right) throw new NotDirectly();
    stack.push({ value: operationOf(operator, left, right) });
  }
  const [whole] = stack;
  if (!whole?.value) throw new NotDirectly();
  return whole.value;
}

// Both sides are evaluated, as LiquidJS does.
function operationOf(operator: string, left: Operand, right: Operand): Evaluate {
  if (left.value && right.value) {
    const [one, other] = [left.value, right.value];
    const operation = OPERATIONS.get(operator);
    if (operation) return (context) => operation(one(context), other(context));
  }
  const { value } = left.value ? left : right;
  const { compare } = left.value ? right : left;
  if (!value || !compare || (operator !== "==" && operator !== "!=")) throw new NotDirectly();
  return (context) => compare(value(context)) === (operator === "==");
}

const COMPARED = new Map<string, (value: unknown) => boolean>([
  ["nil", isMissing],
  ["null", isMissing],
  ["empty", isEmpty],
  [
    "blank",
    (value) => value === false || isMissing(value) || isEmpty(typeof value === "string" ? value.trim() : value),
  ],
]);

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string" || Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

const OPERATIONS = new Map<string, (left: unknown, right: unknown) => boolean>([
  ["==", equals],
  ["!=", (left, right) => !equals(left, right)],
  ["contains", contains],
  ["and", (left, right) => isTruthy(left) && isTruthy(right)],
  ["or", (left, right) => isTruthy(left) || isTruthy(right)],
  ["not", (value) => !isTruthy(value)],
  // What JavaScript makes of two values of any type, as in LiquidJS.
  [">", (left, right) => comparable(left) > comparable(right)],
  ["<", (left, right) => comparable(left) < comparable(right)],
  [">=", (left, right) => comparable(left) >= comparable(right)],
  ["<=", (left, right) => comparable(left) <= comparable(right)],
]);

// biome-ignore lint/suspicious/noExplicitAny: JavaScript compares any two values.
const comparable = (value: any) => value;

function equals(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left)) return left === right;
  return (
    Array.isArray(right) && left.length === right.length && left.every((each, index) => equals(each, right[index]))
  );
}

function contains(left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return left.some((each) => equals(each, right));
  return typeof left === "string" && left.includes(String(right));
}

function isTruthy(value: unknown): boolean {
  return value !== false && value !== undefined && value !== null;
}

/** A literal, or a value at a path whose keys are written out. */
function operandOf(token: unknown): Evaluate {
  if (!isToken(token)) throw new NotDirectly();
  if ("content" in token) {
    const { content } = token;
    // `empty` and `blank` compare in ways of their own.
    if (typeof content === "object" && content !== null) throw new NotDirectly();
    return () => content;
  }
  if (token.kind !== TokenKind.PropertyAccess || !("props" in token) || !Array.isArray(token.props))
    throw new NotDirectly();
  if ("variable" in token && token.variable !== undefined) throw new NotDirectly();
  const [first, ...rest] = token.props.map(keyOf);
  if (typeof first !== "string") throw new NotDirectly();
  return (context) => {
    let value = readIn(context, scopeWith(context, first), first);
    // An assigned `nil`, for example, compares in a way of its own.
    if (value instanceof Drop) throw new NotDirectly();
    for (const key of rest) value = readIn(context, value, key);
    return value;
  };
}

/** Reads a property as LiquidJS does, which has to be asked only about what JSON doesn't have. */
function readIn(context: Context, from: unknown, key: string | number): unknown {
  if (from === undefined || from === null) return from;
  if (typeof from === "object" && !Array.isArray(from) && Object.hasOwn(from, key) && !SPECIAL.has(key)) {
    const value: unknown = Reflect.get(from, key);
    if (typeof value !== "function" && !(from instanceof Drop)) return value;
  }
  // It takes anything, and gives nothing of nothing.
  return context.readProperty(from as object, key);
}

const SPECIAL: ReadonlySet<string | number> = new Set(["size", "first", "last"]);

function keyOf(token: unknown): string | number {
  if (isToken(token) && "content" in token && (typeof token.content === "string" || typeof token.content === "number"))
    return token.content;
  throw new NotDirectly();
}

const NOTHING: object = Object.create(null);

/** Returns the innermost scope that has the name. */
function scopeWith(context: Context, name: string): object {
  const scopes: unknown = Reflect.get(context, "scopes");
  if (Array.isArray(scopes)) {
    for (let index = scopes.length - 1; index >= 0; index -= 1) {
      const scope: unknown = scopes[index];
      if (typeof scope === "object" && scope !== null && name in scope) return scope;
    }
  }
  return name in context.environments ? context.environments : NOTHING;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.map(textOf).join("") : String(value);
}

function isToken(token: unknown): token is Token {
  return isRecord(token) && "kind" in token;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !(value instanceof Drop);
}
