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

it('does not keep a controller that cannot be asked as disconnected after one failed order', async () => {
  const saved: StoredCannonState[] = [];
  const open = (state: StoredCannonState | undefined) =>
    openCannonObserver({ cannonId: 1, status: '0' } as ControlledCannon, {
      log: pino({ level: 'silent' }),
      writer: {
        saveState: async (one: StoredCannonState) => void saved.push(one),
      } as unknown as CannonWriter,
      link: { readState: undefined } as unknown as CannonLink,
      state,
      readMaxRunMs: async () => 0,
      readUptime: () => ({ bootId: '', ms: 0 }),
      wake: () => undefined,
    });
  const observer = open(undefined);
  await observer.loseLink(new DriverError('fog.station_offline'));
  expect(observer.isReadDue(false)).toBe(false);
  await observer.noteReached();
  const restarted = open({ switchState: 'unknown', confirmedBy: null, linkState: 'down', problem: 'x' });
  expect(restarted.isReadDue(false)).toBe(true);
  await restarted.read();
  expect(restarted.isReadDue(false)).toBe(false);
  expect(saved.map(({ linkState, problem }) => [linkState, problem])).toEqual([
    ['unknown', 'errors.fog.station_offline'],
    ['up', null],
    ['unknown', 'x'],
  ]);
});
