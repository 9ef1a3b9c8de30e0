/**
 * Formats an amount in the currency's smallest unit, as Stripe counts it, as "€12.50". `currency` is a three-letter
 * code; for other texts the amount is returned as is, and for null "".
 */
export function money(amount: number | null, currency: string): string {
  if (amount === null) return "";
  const code = currency.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return `${amount}`;
  const { format, digits } = currencies.get(code) ?? addCurrency(code);
  return format.format(amount / 10 ** digits);
}

// Cached, because creating a format takes longer than the rest of a card.
const currencies = new Map<string, { format: Intl.NumberFormat; digits: number }>();

// How Stripe counts: https://docs.stripe.com/currencies. It uses two decimals for some currencies that people and ICU
// count without: 500 means 5 ISK, but 500 JPY.
const WITHOUT_DECIMALS = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const WITH_THREE = new Set("BHD JOD KWD OMR TND".split(" "));
// Their two decimals are always zero.
const WHOLE = new Set(["ISK", "UGX"]);

function addCurrency(code: string) {
  const digits = WITHOUT_DECIMALS.has(code) ? 0 : WITH_THREE.has(code) ? 3 : 2;
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
    minimumFractionDigits: WHOLE.has(code) ? 0 : digits,
    maximumFractionDigits: digits,
  });
  const made = { format, digits };
  if (currencies.size < 200) currencies.set(code, made);
  return made;
}
