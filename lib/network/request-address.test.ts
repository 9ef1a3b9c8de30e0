import { expect, test, vi } from "vitest";
import { baseUrlOf, takeForwarded } from "@/lib/network/request-address";

const read = (headers: Record<string, string>) => baseUrlOf((name) => headers[name] ?? null);

test.each<[Record<string, string>, string]>([
  [{ host: "chat.example.com", "x-forwarded-proto": "https,http" }, "https://chat.example.com"],
  [{ host: "chat.example.com", "x-forwarded-proto": "HTTPS , http" }, "https://chat.example.com"],
  [{ host: "chat.example.com", "x-forwarded-proto": "http, https" }, "http://chat.example.com"],
  [{ host: "parley:3000", "x-forwarded-host": "chat.example.com, parley:3000" }, "http://chat.example.com"],
  [{ host: "parley:3000", "x-forwarded-host": "" }, "http://parley:3000"],
  [{ host: "Chat.Example.com:443", "x-forwarded-proto": "https" }, "https://chat.example.com"],
  [{ host: "chat.example.com:80" }, "http://chat.example.com"],
  [{ host: "[::1]:3000" }, "http://[::1]:3000"],
  [{ host: "chat.example.com/<script>" }, "http://localhost:3000"],
  [{ host: "a:b:c" }, "http://localhost:3000"],
  [{}, "http://localhost:3000"],
])("without BASE_URL, a request with %j came to %s", (headers, url) => {
  expect(read(headers)).toBe(url);
  vi.stubEnv("BASE_URL", "https://public.example");
  expect(read(headers)).toBe("https://public.example");
  vi.unstubAllEnvs();
});

test("the header Forwarded says what X-Forwarded-Host and -Proto don't", () => {
  const after = (headers: Record<string, string>) => {
    takeForwarded(headers);
    return read({ host: "parley:3000", ...headers });
  };
  const forwarded =
    'for="[2001:db8::1]:4711";proto=HTTPS; host="chat.example:8443", for=10.0.0.1;host=inner;proto=http';
  expect(after({ forwarded })).toBe("https://chat.example:8443");
  expect(after({ forwarded: "for=192.0.2.60; Proto=https" })).toBe("https://parley:3000");
  expect(after({ forwarded, "x-forwarded-host": "a.example" })).toBe("https://a.example");
  expect(after({ forwarded: "nonsense" })).toBe("http://parley:3000");
});
