import { expect, test } from "vitest";
import { misspelledText, misspelledVariables } from "@/lib/process/misspelled-variables";

test.each([
  ["BASEURL", "BASE_URL"],
  ["BASE_URl", "BASE_URL"],
  ["base_url", "BASE_URL"],
  ["BASE-URL", "BASE_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["DATADIR", "DATA_DIR"],
  ["SMPT_URL", "SMTP_URL"],
  ["SMPT_HOST", "SMTP_URL"],
  ["SMTP_HOST", "SMTP_URL"],
  ["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
  ["WEBHOK_RATELIMIT", "WEBHOOK_RATE_LIMIT"],
  ["BACKUP_SHEDULE", "BACKUP_SCHEDULE"],
  ["PROT", "PORT"],
  ["PARLEY_BASE_URL", "BASE_URL"],
  ["parley_data_dir", "DATA_DIR"],
  ["PARLEY_DATABSE_URL", "DATABASE_URL"],
])("%s is named as a misspelled %s, without its value", (name, meant) => {
  const found = misspelledVariables({ [name]: "a secret" });
  expect(found).toEqual([{ name, meant }]);
  expect(found.map(misspelledText)).toEqual([`Parley doesn't read ${name}. Did you mean ${meant}?`]);
});

test("variables of other programs, of Parley, and empty ones are never named", () => {
  const others =
    "HOME PATH HOSTNAME SORT POST LOGNAME XDG_DATA_DIRS AWS_REGION PGHOST TZ NODE_ENV NEXTAUTH_URL REDIS_HOST DATABASE_HOST " +
    "PARLEY_DOMAIN PARLEY_TLS PARLEY_UPSTREAMS PARLEY_HTTP_PORT PARLEY_LOG PARLEY_SERVICE_HOST PARLEY_PROCESS " +
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT MESSAGE_LIMIT TEST_LIMITS PARLEY npm_config_cache HOME_URL LESSOPEN";
  const set = Object.fromEntries(others.split(" ").map((name) => [name, "set"]));
  expect(misspelledVariables({ ...set, DATABASE_URL: "set", PORT: "80", BASEURL: "" })).toEqual([]);
  // A service called "parley", as Kubernetes describes it.
  expect(misspelledVariables({ PARLEY_PORT: "tcp://10.0.0.1:3000" })).toEqual([]);
});

test("nothing is missing if the variable that was meant is set", () => {
  expect(misspelledVariables({ BASEURL: "a", BASE_URL: "b" })).toEqual([]);
});
