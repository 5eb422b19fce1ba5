import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { formatUrl } from '../../testing/connection.ts';
import { type RunningProcess, startProcess } from '../../testing/process.ts';
import { soon } from '../../testing/soon.ts';
import { openLease } from './lease.ts';

const owner = fileURLToPath(new URL('lease-owner.fixture.ts', import.meta.url));
const durationMs = 1000;
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  await test.app.pool.query('create table written (fence bigint)');
});
afterAll(() => test.close());

async function startOwner(name: string, moment: 'before' | 'within'): Promise<RunningProcess> {
  const command: [string, ...string[]] = [process.execPath, owner, name, String(durationMs), moment];
  const started = startProcess({ DATABASE_URL: formatUrl(test.connection) }, { command });
  await started.waitForOutput('ready to be paused');
  return started;
}

const countWritten = async () => (await test.app.pool.query('select from written')).rowCount;

describe('a process that leads', () => {
  it.each(['before', 'within'] as const)(
    'and is paused %s its transaction is replaced, and refused when it wakes up late',
    async (moment) => {
      const paused = await startOwner(`paused ${moment}`, moment);
      paused.child.kill('SIGSTOP');
      const successor = openLease(test.app, `paused ${moment}`, { durationMs });
      await soon(successor.current).toMatchObject({ fence: 2 });
      paused.child.kill('SIGCONT');
      expect(await paused.ended).toBe(0);
      expect(paused.output()).toContain('refused: ');
      expect(paused.output()).toContain(moment === 'before' ? 'fence 1 is lost' : 'knows better');
      expect(await countWritten()).toBe(0);
      await successor.stop();
    },
  );

  it('and is killed is replaced after the duration of its lease', async () => {
    const killed = await startOwner('killed', 'within');
    const successor = openLease(test.app, 'killed', { durationMs });
    killed.child.kill('SIGKILL');
    await soon(successor.current).toMatchObject({ fence: 2 });
    expect(await countWritten()).toBe(0);
    await successor.stop();
  });
});
