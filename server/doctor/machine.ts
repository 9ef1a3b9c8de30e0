import { open, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { isDiskLow } from "@/lib/operation/health/checks";
import { fullPlaceIn } from "@/lib/process/full-disk";
import { runningUser } from "@/lib/process/unreadable-file";
import { hasCode } from "@/lib/text/errors";
import { sizeText } from "@/lib/text/size-text";
import { type Finding, fail, ok, warn } from "@/server/doctor/findings";
import { checkContents } from "@/server/doctor/unusable";
import { ownersDiffer, SECRETS } from "@/server/machine/data-owner";

const OLDEST_NODE = [20, 19] as const;

/** Checks Node's version. */
export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldest, least] = OLDEST_NODE;
  if (major > oldest || (major === oldest && minor >= least)) return ok(`This is Node ${version}.`);
  return fail(
    `This is Node ${version}, and Parley needs ${OLDEST_NODE.join(".")} or newer.`,
    "Install Node 24 from https://nodejs.org.",
  );
}

/** Checks that the server's time zone is one that Node and the database know. `timeZone` is the TZ variable. */
export function checkTimeZone(timeZone = process.env.TZ): Finding {
  const known = (zone: string) => {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    } catch {
      return null;
    }
  };
  if (known("Europe/Berlin") === null) {
    return fail(
      "This Node doesn't know time zones, so quiet hours and statuses end at the wrong time.",
      "Install a Node with full ICU data, such as the one from https://nodejs.org.",
    );
  }
  if (timeZone && known(timeZone.replace(/^:/, "")) === null) {
    return warn(
      `TZ is "${timeZone}", which isn't a time zone, so schedules follow UTC.`,
      "Set TZ to a name such as Europe/Berlin, or unset it.",
    );
  }
  return ok(`Schedules follow ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`);
}

type Space = { bsize: number; blocks: number; bavail: number };
const GIB = 2 ** 30;

/** Checks the free space on the disk that holds DATA_DIR. */
export async function checkSpace(dataDir: string, read: (dir: string) => Promise<Space> = statfs): Promise<Finding> {
  const { bsize, blocks, bavail } = await read(await nearestExisting(dataDir));
  const [free, size] = [bsize * bavail, bsize * blocks];
  const says = `${sizeText(free)} of ${sizeText(size)} are free on the disk with ${dataDir}.`;
  const fix = "Free space, or move DATA_DIR to a larger disk. UPLOAD_TOTAL_LIMIT limits files.";
  if (free < Math.min(size * 0.03, GIB / 2)) return fail(says, `${fix} When it's full, nothing can be posted.`);
  return isDiskLow(free, size) ? warn(says, fix) : ok(says);
}

async function nearestExisting(directory: string): Promise<string> {
  const exists = await stat(directory).catch(() => null);
  return exists || directory === path.dirname(directory) ? directory : nearestExisting(path.dirname(directory));
}

// The file system's number in memory (tmpfs, ramfs), from statfs(2).
const IN_MEMORY = [0x01021994, 0x858458f6];
const ROUNDS = 20;
const SUSPICIOUS_MS = 0.02;
const SLOW_MS = 50;

/** Checks that what is written to DATA_DIR is on disk when the system says so. `time` measures one synced write. */
export async function checkSync(
  dataDir: string,
  time: (dir: string) => Promise<number | null> = timeSync,
): Promise<Finding[]> {
  const directory = await nearestExisting(dataDir);
  const { type } = await statfs(directory);
  if (IN_MEMORY.includes(type >>> 0)) {
    return [
      fail(
        `${dataDir} is in memory, so everything is lost when the machine stops.`,
        "Set DATA_DIR to a directory on a disk. In a container, mount a volume there.",
      ),
    ];
  }
  const milliseconds = await time(directory);
  return milliseconds === null ? [] : [syncFinding(dataDir, milliseconds)];
}

function syncFinding(dataDir: string, milliseconds: number): Finding {
  const took = `${milliseconds < 1 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`;
  if (milliseconds < SUSPICIOUS_MS) {
    return warn(
      `Syncing a write in ${dataDir} takes only ${took}, so it probably isn't synced, and a power failure loses posts.`,
      "Check the disk's cache mode in the virtual machine (not “unsafe”), and that nothing such as libeatmydata disables fsync.",
    );
  }
  if (milliseconds > SLOW_MS) {
    return warn(
      `Syncing a write in ${dataDir} takes ${took}, and each post waits for one.`,
      "Use a local SSD for the database, not a network share.",
    );
  }
  return ok(`A synced write in ${dataDir} takes ${took}.`);
}

/** Returns the median time of a synced write of 8 KiB, in milliseconds; null on a full disk, which is another check. */
async function timeSync(directory: string): Promise<number | null> {
  const file = path.join(directory, `.doctor-${process.pid}`);
  const handle = await open(file, "wx", 0o600);
  try {
    const times: number[] = [];
    const block = Buffer.alloc(8_192, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await handle.write(block, 0, block.length, round * block.length);
      await handle.datasync();
      times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b)[ROUNDS / 2] ?? 0;
  } catch (error) {
    if (fullPlaceIn(error) === null) throw error;
    return null;
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

/** Checks that Parley can write to DATA_DIR and what is in it, and that others can't read its secrets. */
export async function checkPermissions(dataDir: string): Promise<Finding[]> {
  const info = await stat(dataDir).catch(() => null);
  if (info === null) {
    return [warn(`${dataDir} doesn't exist yet.`, "Start Parley once, or set DATA_DIR to the directory that it uses.")];
  }
  if (!info.isDirectory()) return [fail(`${dataDir} isn't a directory.`, "Set DATA_DIR to a directory.")];
  const findings: Finding[] = [];
  const differ = ownersDiffer();
  if (differ !== null) findings.push(warn("Root runs Parley in another user's directory.", differ));
  const problem = await whyUnwritable(dataDir);
  if (hasCode(problem, "EROFS")) {
    const fix = `Mount its disk writable. A systemd service also needs ReadWritePaths=${dataDir}`;
    findings.push(fail(`${dataDir} is on a read-only file system.`, fix));
  } else if (problem !== null) {
    const fix = `Run this as the user that runs Parley, or make that user its owner: chown -R parley ${dataDir}`;
    findings.push(fail(`Can't write to ${dataDir} (permission denied for ${runningUser()}).`, fix));
  } else findings.push(...(await checkContents(dataDir)));
  if ((info.mode & 0o022) !== 0) {
    findings.push(fail(`Other users of this machine can write to ${dataDir}.`, `Run chmod go-w ${dataDir}`));
  }
  for (const name of SECRETS) {
    const file = path.join(dataDir, name);
    const secret = await stat(file).catch(() => null);
    if (secret === null) continue;
    const { mode, uid } = secret;
    if ((mode & 0o077) !== 0) {
      findings.push(fail(`Other users of this machine can read ${file}.`, `Run chmod 600 ${file}`));
    } else if (process.getuid && uid !== process.getuid() && process.getuid() !== 0) {
      findings.push(
        fail(`${file} doesn't belong to ${runningUser()}.`, "Run this, and Parley, as the user that owns the file."),
      );
    }
  }
  return findings.length > 0 ? findings : [ok(`${dataDir} is writable, and its secrets are private.`)];
}

/** Returns why no file can be created in a directory; null if one can, or if only the disk is full, which is another check. */
async function whyUnwritable(directory: string): Promise<unknown> {
  const file = path.join(directory, `.doctor-${process.pid}`);
  try {
    await (await open(file, "wx", 0o600)).close();
    await rm(file);
    return null;
  } catch (error) {
    return fullPlaceIn(error) === null ? error : null;
  }
}
