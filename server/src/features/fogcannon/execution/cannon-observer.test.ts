import pino from 'pino';
import { expect, it } from 'vitest';
import { type CannonLink, DriverError } from '../drivers/driver.ts';
import type { ControlledCannon } from './cannon.store.ts';
import { openCannonObserver } from './cannon-observer.ts';
import type { CannonWriter } from './cannon-writer.ts';
import type { StoredCannonState } from './state.store.ts';

it('shows a relay that reports nothing as unknown and disconnected while its broker is gone', async () => {
  const saved: StoredCannonState[] = [];
  let isConnected = true;
  let tell: (reading: undefined) => void = () => undefined;
  let wakes = 0;
  const link = {
    readState: undefined,
    async check() {
      if (!isConnected) throw new DriverError('fog.disconnected');
    },
    watch(listener) {
      tell = listener;
    },
  } satisfies Partial<CannonLink>;
  const writer: Pick<CannonWriter, 'saveState'> = {
    async saveState(state) {
      saved.push(state);
    },
  };
  const observer = openCannonObserver({ cannonId: 1, status: '0' } as ControlledCannon, {
    log: pino({ level: 'silent' }),
    writer: writer as CannonWriter,
    link: link as unknown as CannonLink,
    state: undefined,
    readMaxRunMs: async () => 0,
    readUptime: () => ({ bootId: '', ms: 0 }),
    wake: () => wakes++,
  });
  expect(observer.isReadDue(false)).toBe(true);
  await observer.read();
  expect(observer.isReadDue(false)).toBe(false);
  isConnected = false;
  tell(undefined);
  expect([observer.isReadDue(false), wakes]).toEqual([true, 1]);
  await observer.read();
  isConnected = true;
  tell(undefined);
  await observer.read();
  const states = saved.map(({ switchState, linkState }) => `${switchState} ${linkState}`);
  expect(states).toEqual(['unknown up', 'unknown down', 'unknown up']);
});
