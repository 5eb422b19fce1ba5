import type { ViewState } from '../../../map/map.ts';

/** Kept on this device: a phone and a wall screen are left at different places. */
const keyOf = (person: string) => `limpid:${person}:mapView`;

type StoredView = [longitude: number, latitude: number, zoom: number];

const isStoredView = (value: unknown): value is StoredView =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);

/** Where a person left the map on this device. Another value, such as that of another release, must not keep the map closed. */
export function readLastView(person: string): ViewState | undefined {
  const stored = parse(localStorage.getItem(keyOf(person)) ?? '');
  if (!isStoredView(stored)) return undefined;
  const [longitude, latitude, zoom] = stored;
  return { center: [longitude, latitude], zoom };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keepLastView(person: string, { center, zoom }: ViewState): void {
  const view: StoredView = [...center, zoom];
  localStorage.setItem(keyOf(person), JSON.stringify(view));
}

export function forgetLastView(person: string): void {
  localStorage.removeItem(keyOf(person));
}
