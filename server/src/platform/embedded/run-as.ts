import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Binaries, copyBinaries } from './binaries.ts';
import { type Account, type RunAs, type Runner, runProgram } from './command.ts';
import { LaunchError, ownServerHint } from './launch-error.ts';
import type { EmbeddedPaths } from './paths.ts';

interface LaunchFiles {
  paths: EmbeddedPaths;
  binaries: Binaries;
  native: string;
  /** Where the binaries may be copied to. */
  copy: string;
}

const nobody: Account = { uid: 65534, gid: 65534 };

/** Finds an account, or a user namespace, under which PostgreSQL works, because it refuses to run as root. */
export async function chooseRunner(place: LaunchFiles): Promise<Runner> {
  const { binaries, paths } = place;
  const self = readOwnAccount();
  const folder = paths.dataDir;
  if (!self) return { as: { become: undefined, wrapper: [], owner: undefined }, binaries, folder };
  if (self.uid !== 0) return chooseForUser(self, binaries, folder);

  const accounts = listAccounts(paths.cluster);
  const candidates = [...accounts.map(becomeAccount), wrapInNamespace(accounts[0] ?? nobody, self)];
  for (const as of candidates) {
    const runner = { as, binaries, folder };
    if (await canRun(runner)) return runner;
  }
  const runner = await grantAccess(accounts, place);
  if (runner) return runner;
  throw new LaunchError(
    `PostgreSQL cannot run as root, and no other account can work in ${folder}: start as an ordinary user, set DATA_DIR to a folder like /var/lib/limpid, ${ownServerHint}.`,
  );
}

async function chooseForUser(self: Account, binaries: Binaries, folder: string): Promise<Runner> {
  const direct: RunAs = { become: undefined, wrapper: [], owner: self };
  if (hasName()) return { as: direct, binaries, folder };
  // initdb needs a user name, which containers with arbitrary user ids do not have.
  const named = { as: wrapInNamespace(nobody, self), binaries, folder };
  return (await canRun(named)) ? named : { as: direct, binaries, folder };
}

/** The last resort: gives an account access to our private data folder, and copies the programs there. */
async function grantAccess(accounts: Account[], place: LaunchFiles): Promise<Runner | undefined> {
  const folder = place.paths.dataDir;
  for (const account of accounts) {
    const as = becomeAccount(account);
    const { uid, mode } = statSync(folder);
    if (uid === 0 && (mode & 0o077) === 0) {
      chownSync(folder, 0, account.gid);
      chmodSync(folder, (mode & 0o700) | 0o010);
    }
    const installed = { as, binaries: place.binaries, folder };
    if (await canRun(installed)) return installed;
    if (await canReach(installed)) {
      const copied = { ...installed, binaries: copyBinaries(place.native, place.copy) };
      if (await canRun(copied)) return copied;
    }
  }
  return undefined;
}

async function canRun(runner: Runner): Promise<boolean> {
  return (await canReach(runner)) && (await runProgram(runner, runner.binaries.postgres, ['--version'])).ok;
}

async function canReach(runner: Runner): Promise<boolean> {
  return (await runProgram(runner, '/bin/sh', ['-c', 'cd "$1"', 'sh', runner.folder])).ok;
}

function becomeAccount(account: Account): RunAs {
  return { become: account, wrapper: [], owner: account };
}

/** In its own user namespace the server has the name of the account, while we stay the owner of its files. */
function wrapInNamespace(named: Account, self: Account): RunAs {
  const wrapper = ['unshare', '--user', `--map-user=${named.uid}`, `--map-group=${named.gid}`];
  return { become: undefined, wrapper, owner: self };
}

/** Prefers the owner of an existing cluster, so that one start as root does not lock that user out. */
function listAccounts(cluster: string): Account[] {
  const stats = statSync(cluster, { throwIfNoEntry: false });
  const owner = stats && stats.uid !== 0 ? [{ uid: stats.uid, gid: stats.gid }] : [];
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const dedicated =
    users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => line.startsWith('nobody:'));
  const [, , uid, gid] = dedicated?.split(':') ?? [];
  return [...owner, uid && gid ? { uid: Number(uid), gid: Number(gid) } : nobody];
}

function readOwnAccount(): Account | undefined {
  if (!process.getuid || !process.getgid) return undefined;
  return { uid: process.getuid(), gid: process.getgid() };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}
