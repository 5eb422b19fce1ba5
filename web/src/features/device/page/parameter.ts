import type { DeviceParameter } from '@limpid/contract/device/device-page';

type Values = Pick<DeviceParameter, 'readValue' | 'readAt' | 'wantedValue' | 'wantedAt'>;

/** Whether a device has the value that was written to it; undefined if nothing was written. */
export function compareParameter({
  readValue,
  readAt,
  wantedValue,
  wantedAt,
}: Values): 'same' | 'differs' | 'unread' | undefined {
  if (wantedValue === null || wantedAt === null) return undefined;
  // Both times have the form of the wire, which sorts as text.
  if (readValue === null || readAt === null || readAt < wantedAt) return 'unread';
  return isSame(readValue, wantedValue) ? 'same' : 'differs';
}

/** 60 and 60.0 are the same number. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  return first === second;
}
