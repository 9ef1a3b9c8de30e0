/**
 * The font packages use `font-display: swap`, which moves text while people read it. With `optional`, a font is used only if
 * it loads in time, which it always does after the first visit.
 */
const withoutSwap = {
  postcssPlugin: "parley-fonts-without-swap",
  Declaration: {
    "font-display": (declaration) => {
      if (declaration.value === "swap") declaration.value = "optional";
    },
  },
};

export default { plugins: ["@tailwindcss/postcss", withoutSwap] };
