// Loaded with `node --import` into the process under test: appends every address that it connects to, and every name that
// it looks up, to the file in RECORD_CONNECTIONS.
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const file = process.env.RECORD_CONNECTIONS ?? "";

function record(what) {
  appendFileSync(file, `${what}\n`);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  // Node's own callers pass a list of normalized arguments.
  const [target, host] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof target === "object" && target !== null)
    record(target.path ?? `${target.host ?? "localhost"}:${target.port}`);
  else record(typeof target === "string" ? target : `${typeof host === "string" ? host : "localhost"}:${target}`);
  return connect.apply(this, args);
};

for (const functions of [dns, dns.promises]) {
  for (const name of Object.keys(functions).filter((each) => /^(lookup|resolve|reverse)/.test(each))) {
    const original = functions[name];
    functions[name] = function (asked, ...rest) {
      record(`lookup ${asked}`);
      return original.call(this, asked, ...rest);
    };
  }
}
syncBuiltinESMExports();
