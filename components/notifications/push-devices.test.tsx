import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PushDeviceDto } from "@/lib/push/dto";
import { PushDevices } from "./push-devices";

const device: PushDeviceDto = {
  id: "1",
  name: "Firefox on Linux",
  isHandheld: false,
  service: "Mozilla",
  createdAt: "2026-11-23T12:00:00.000Z",
  isThis: false,
};

function text(...devices: PushDeviceDto[]): string {
  const html = renderToStaticMarkup(
    <PushDevices devices={devices} removePushDevice={async () => ({ ok: true, data: undefined })} />,
  );
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("each device is listed with its browser, push service and date, and this one is marked", () => {
  expect(text(device, { ...device, id: "2", isThis: true })).toMatch(
    /^Firefox on Linux via Mozilla · since .+ Remove Firefox on Linux This device via Mozilla .+ Remove$/,
  );
});

test("an empty list says what to do", () => {
  expect(text()).toBe("No devices yet. Turn on push notifications in each browser where you want them.");
});
