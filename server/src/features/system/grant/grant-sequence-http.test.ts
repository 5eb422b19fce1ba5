import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { fullRounds } from '../../../testing/full-rounds.ts';
import {
  findEscalations,
  type GrantStep,
  grantSteps,
  listRights,
  manageableOrganisations,
  type Organisation,
  planChange,
  sequenceSeed,
} from './grant-sequence.fixture.ts';
import {
  getSessionToken,
  readOrganisation,
  type StoredOrganisation,
  sendChange,
  storeOrganisation,
} from './grant-sequence-http.fixture.ts';

const sequences = fullRounds ? 300 : 20;

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

interface Played {
  escalations: string[];
  done: string[];
}

async function play(
  number: number,
  start: Organisation,
  sequence: readonly GrantStep[],
  several: boolean,
): Promise<Played> {
  const stored = { tag: `w${number}.`, base: 10_000 * (number + 1) };
  await storeOrganisation(t, stored, start);
  const before = await readOrganisation(t, stored);
  const first = [stored.base + 1, ...(several ? [stored.base + 2] : [])];
  let now = before;
  const done: string[] = [];
  const acting = new Set<number>();
  for (const step of sequence) {
    const added = Object.keys(now.users)
      .map(Number)
      .filter((id) => !before.users[id]);
    const able = several ? [...first, ...added] : first;
    const actor = able[step.actor % able.length] ?? 0;
    const change = planChange(step, now);
    const { code } = await sendChange(t, stored, { userId: actor, change, now });
    if (code !== 200) continue;
    acting.add(actor);
    done.push(`${actor}: ${JSON.stringify(change)}`);
    now = await readOrganisation(t, stored);
  }
  const mismatches = await compareWithServer(stored, now);
  return { escalations: [...findEscalations(before, now, [...acting]), ...mismatches], done };
}

/** Compares the permissions and departments of the first actor in the model and on the server. */
async function compareWithServer({ base }: StoredOrganisation, now: Organisation): Promise<string[]> {
  const token = await getSessionToken(t, base + 1);
  const rights = [...listRights(now, base + 1)];
  const { body: info } = await t.send('GET', '/getInfo', { token });
  const { body: tree } = await t.send('GET', '/system/dept/treeselect', { token });
  const reached = JSON.stringify(tree['data'] ?? []).match(/(?<="id":)\d+/g) ?? [];
  const returned = reached.filter((id) => now.depts[Number(id)]).sort();
  const expected = rights.flatMap((right) => /^@(\d+)$/.exec(right)?.[1] ?? []).sort();
  const perms = new Set(rights.flatMap((right) => right.split('@')[0] || []));
  const problems: string[] = [];
  if (returned.join() !== expected.join())
    problems.push(`departments ${returned.join()} instead of ${expected.join()}`);
  const held = (info['permissions'] as string[] | undefined) ?? [];
  if (held.some((perm) => !perms.has(perm))) problems.push(`permissions ${held.join()}`);
  return problems;
}

it(`grants no user more than an actor could grant directly: ${sequences} sequences over HTTP (seed ${sequenceSeed})`, async () => {
  process.stdout.write(`grant sequences over HTTP: seed ${sequenceSeed}\n`);
  const one = fc.tuple(
    manageableOrganisations,
    fc.array(grantSteps, { minLength: 2, maxLength: 6 }),
    fc.boolean(),
  );
  const samples = fc.sample(one, { seed: sequenceSeed, numRuns: sequences });
  let changes = 0;
  for (let at = 0; at < samples.length; at += 4) {
    const batch = samples.slice(at, at + 4);
    const played = await Promise.all(
      batch.map(([start, sequence, several], index) => play(at + index, start, sequence, several)),
    );
    for (const { escalations, done } of played)
      expect({ escalations, done }).toEqual({ escalations: [], done });
    changes += played.reduce((sum, { done }) => sum + done.length, 0);
  }
  // Guards against a server that rejects everything.
  expect(changes).toBeGreaterThan(sequences / 3);
});
