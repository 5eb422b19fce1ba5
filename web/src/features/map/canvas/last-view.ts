import type { ViewState } from '../../../map/map.ts';

/** Kept on this device: a phone and a wall screen are left at different places. */
const keyOf = (person: string) => `limpid:${person}:mapView`;

/** Where a person left the map on this device. */
export function readLastView(person: string): ViewState | undefined {
  try {
    const [longitude, latitude, zoom]: unknown[] = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]');
    const isView = typeof longitude === 'number' && typeof latitude === 'number' && typeof zoom === 'number';
    return isView ? { center: [longitude, latitude], zoom } : undefined;
  } catch {
    return undefined;
  }
}

export function keepLastView(person: string, { center, zoom }: ViewState): void {
  localStorage.setItem(keyOf(person), JSON.stringify([...center, zoom]));
}

export function forgetLastView(person: string): void {
  localStorage.removeItem(keyOf(person));
}
