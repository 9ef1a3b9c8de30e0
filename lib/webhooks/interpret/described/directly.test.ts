import fc from "fast-check";
import { type Context, Liquid, type Template } from "liquidjs";
import { expect, test, vi } from "vitest";
import { directly } from "@/lib/webhooks/interpret/described/directly";
import { asText, escaped, markdownFilters, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { contextOf, Patience } from "@/lib/webhooks/interpret/described/templates";

const engines = [asText, escaped].map((outputEscape) => {
  const liquid = new Liquid({ ownPropertyOnly: true, strictFilters: true, outputEscape, templates: {} });
  for (const [name, filter] of Object.entries(plainFilters)) liquid.registerFilter(name, filter);
  for (const [name, handler] of Object.entries(markdownFilters)) liquid.registerFilter(name, { handler, raw: true });
  return liquid;
});

/** Both fail for the same values, such as an object without a text. */
function outcome(work: () => string): string {
  try {
    return work();
  } catch {
    return "failed";
  }
}

const DIRECT = [
  "{{ a }}",
  "x {{ a.b }} y {{ list[0].b }}{{- a.size }} {{ list.first }}{{ a['b'] }}",
  "{{ a.b | default: list | default: 'none' }}",
  "{{ a | lookup: tables.words }} {{ b | append: a | words }}",
  "{% if a == b %}same{% elsif a contains 'b' or list contains a %}in{% else %}{{ a }}{% endif %}",
  "{% unless a and b != 'b' %}{{ b }}{% else %}other{% endunless %}",
  "{% assign c = a | default: b %}{% if c > 1 and not b %}{{ c }}{% endif %}{{ c }}",
  "{{ constructor }}{{ a.__proto__ }}{{ toString.name }}{{ missing.deep.er }}",
  "{{ true }}{{ 1.5 }}{{ 'text' }}",
  "{% if a == blank %}none{% elsif nil != a.b %}b{% endif %}{% if list == empty or a == nil and b != blank %}y{% endif %}",
  "{% if a == 'none' %}{% for each in list %}{{ each }}{% endfor %}{% endif %}{{ a }}",
];
const LEFT = [
  "{% for each in list %}{{ each }}{% endfor %}",
  "{% if b %}{% for each in list limit: 2 %}{{ forloop.index }}{{ each.b }}{% endfor %}{% else %}{{ a }}{% endif %}",
  "{% if a > nil %}more{% endif %}",
  "{{ list | map: 'b' | join: ', ' }}",
  "{{ list[a] }}",
];

const value = fc.oneof(
  fc.constantFrom("b", "", "a b", "_*[x](y)", "0"),
  ...[fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined)],
  fc.array(fc.constantFrom("b", 1, null), { maxLength: 3 }),
  fc.record({ b: fc.constantFrom("b", 2, null, ["b"]) }),
);
const scopes = fc.record({ a: value, b: value, list: fc.oneof(value, fc.array(value, { maxLength: 3 })) });

test.each([...DIRECT, ...LEFT])("%j gives what LiquidJS gives", (template) => {
  for (const liquid of engines) {
    const parsed: Template[] = liquid.parse(template);
    const render = (templates: readonly Template[], context: Context) =>
      String(liquid.renderSync([...templates], context));
    const rendered = (context: Context) => render(parsed, context);
    const direct = directly(parsed, render);
    const tables = { words: { b: "bee", else: "other" } };
    fc.assert(
      fc.property(scopes, (scope) => {
        const [one, other] = [
          { ...scope, tables },
          { ...scope, tables },
        ];
        const patience = [new Patience(), new Patience()] as const;
        const [made, expected] = [contextOf(one, patience[0]), contextOf(other, patience[1])];
        expect(outcome(() => direct(made))).toBe(outcome(() => rendered(expected)));
      }),
    );
  }
});

test.each([
  ...DIRECT.map((template): [string, boolean] => [template, false]),
  ...LEFT.map((template): [string, boolean] => [template, true]),
])("whether %j is left to LiquidJS: %s", (template, isLeft) => {
  const [liquid] = engines;
  const rendered = vi.fn(() => "");
  directly(liquid?.parse(template) ?? [], rendered)(contextOf({ a: "b", b: "c", list: ["b"] }, new Patience()));
  expect(rendered.mock.calls.length > 0).toBe(isLeft);
});

test("an assigned nil is left to LiquidJS, and what takes too many steps is stopped", () => {
  const [liquid] = engines;
  if (!liquid) throw new Error("There is no engine.");
  const parsed = liquid.parse("{% if c %}yes{% else %}no{% endif %}");
  const direct = directly(parsed, (templates, context) => String(liquid.renderSync([...templates], context)));
  const context = contextOf({}, new Patience());
  liquid.renderSync(liquid.parse("{% assign c = nil %}"), context);
  expect(direct(context)).toBe("no");
  context.renderLimit.check = () => {
    throw new Error("it takes too many steps");
  };
  expect(() => direct(context)).toThrow("too many steps");
});
