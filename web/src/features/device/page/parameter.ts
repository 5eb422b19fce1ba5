import type { DeviceParameter } from '@limpid/contract/device/device-page';

type Values = Pick<DeviceParameter, 'readValue' | 'wantedValue' | 'wantedState' | 'isReadSince'>;

/** A device that says so has not taken the value, so what was read before still counts. */
const rejected: readonly (string | null)[] = ['refused', 'failed'];

/** The device may have executed the write: it has not said, and nothing more is expected. */
const silent: readonly (string | null)[] = ['timedOut', 'interrupted', 'cancelled'];

/** Whether a device has the value that was sent to it; undefined if nothing was sent. */
export function compareParameter({
  readValue,
  wantedValue,
  wantedState,
  isReadSince,
}: Values): 'same' | 'differs' | 'unread' | 'unknown' | undefined {
  if (wantedValue === null) return undefined;
  if (!isReadSince && silent.includes(wantedState)) return 'unknown';
  if (readValue === null || !(isReadSince || rejected.includes(wantedState))) return 'unread';
  return isSame(readValue, wantedValue) ? 'same' : 'differs';
}

/** 60 and 60.0 are the same number. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  return first === second;
}
