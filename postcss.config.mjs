/**
 * The packages' fonts take the place of another one when they come, and text that is already read moves. These are shown when they
 * are there in time, which after the first visit they always are.
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
