import {
  type Condition,
  readConditions,
  readValue,
  type Value,
  writeConditions,
  writeScalar,
  writeValue,
} from "./liquid";

/** The first choice whose conditions all hold. */
export type Choice = { when: Condition[]; gives: string };

/** The color when no choice applies: one by name ("" for none), or the one that a value's state has. */
export type BaseColor = { kind: "name"; name: string } | { kind: "state"; value: Value; otherwise: string };

export type Color = { kind: "rules"; choices: Choice[]; base: BaseColor } | { kind: "template"; template: string };

/** When nothing is posted; `gives` is the reason. */
export type Skip = { kind: "rules"; choices: Choice[] } | { kind: "template"; template: string };

/** Returns a color's template. */
export function writeColor(color: Color): string {
  return color.kind === "template" ? color.template : writeChoices(color.choices, writeBase(color.base));
}

/** Parses a color's template. What rules can't express stays a template. */
export function readColor(template: string): Color {
  const found = readChoices(template);
  const base = found && readBase(found.rest);
  const color: Color | null = found && base && { kind: "rules", choices: found.choices, base };
  return color !== null && writeColor(color) === template ? color : { kind: "template", template };
}

function writeBase(base: BaseColor): string {
  if (base.kind === "name") return base.name;
  return `{{ ${writeValue(base.value)} | color: ${writeScalar(base.otherwise)} }}`;
}

function readBase(template: string): BaseColor | null {
  if (/^(#?\w+)?$/.test(template)) return { kind: "name", name: template };
  const [, expression = "", otherwise = ""] = /^\{\{ ([\s\S]+) \| color: "(\w*)" \}\}$/.exec(template) ?? [];
  const value = readValue(expression);
  return value && { kind: "state", value, otherwise };
}

/** Returns the template that decides whether a request is skipped. */
export function writeSkip(skip: Skip): string {
  return skip.kind === "template" ? skip.template : writeChoices(skip.choices, "");
}

/** Parses a skip's template. What rules can't express stays a template. */
export function readSkip(template: string): Skip {
  const found = readChoices(template);
  const skip: Skip | null = found && { kind: "rules", choices: found.choices };
  return skip !== null && writeSkip(skip) === template ? skip : { kind: "template", template };
}

/** Returns a chain of conditions, `{% if … %}a{% elsif … %}b{% else %}rest{% endif %}`. Choices without conditions are left out. */
export function writeChoices(choices: readonly Choice[], rest: string): string {
  const real = choices.filter(({ when }) => when.length > 0);
  if (real.length === 0) return rest;
  const chain = real.map(
    ({ when, gives }, index) => `{% ${index === 0 ? "if" : "elsif"} ${writeConditions(when)} %}${literal(gives)}`,
  );
  return `${chain.join("")}${rest === "" ? "" : `{% else %}${rest}`}{% endif %}`;
}

/** Parses what `writeChoices` writes. Returns null for anything else. */
export function readChoices(template: string): { choices: Choice[]; rest: string } | null {
  if (!template.startsWith("{% if ")) return template.includes("{%") ? null : { choices: [], rest: template };
  if (!template.endsWith("{% endif %}")) return null;
  const choices: Choice[] = [];
  let left = template.slice(0, -"{% endif %}".length);
  while (left !== "") {
    const [whole, conditions = "", gives = ""] = /^\{% (?:if|elsif) ([\s\S]+?) %\}([^{]*)/.exec(left) ?? [];
    if (whole === undefined) break;
    const when = readConditions(conditions);
    if (when === null) return null;
    choices.push({ when, gives });
    left = left.slice(whole.length);
  }
  const rest = left.startsWith("{% else %}") ? left.slice("{% else %}".length) : left;
  return left === rest && rest !== "" ? null : { choices, rest };
}

/** Choices are plain words: braces would begin a template. */
function literal(text: string): string {
  return text.replaceAll("{", "(");
}

/** Returns conditions in words, such as `status is "failed" and branch isn't "main"`. */
export function describeConditions(conditions: readonly Condition[]): string {
  return conditions
    .map(({ value, is, than }) => `${writeValue(value)} ${is ? "is" : "isn't"} ${than === null ? "empty" : `${than}`}`)
    .join(" and ");
}
