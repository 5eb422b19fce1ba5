import type { ViewState } from '../../../map/map.ts';

/** Kept on this device: a phone and a wall screen are left at different places. */
const keyOf = (person: string) => `limpid:${person}:mapView`;

type StoredView = [longitude: number, latitude: number, zoom: number];

/** Where a person left the map on this device. */
export function readLastView(person: string): ViewState | undefined {
  const text = localStorage.getItem(keyOf(person));
  if (text === null) return undefined;
  const [longitude, latitude, zoom]: StoredView = JSON.parse(text);
  return { center: [longitude, latitude], zoom };
}

export function keepLastView(person: string, { center, zoom }: ViewState): void {
  const view: StoredView = [...center, zoom];
  localStorage.setItem(keyOf(person), JSON.stringify(view));
}

export function forgetLastView(person: string): void {
  localStorage.removeItem(keyOf(person));
}
