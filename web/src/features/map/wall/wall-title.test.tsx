// @vitest-environment happy-dom
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { SiteIndex } from '@limpid/contract/map/site-update';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../../api/session.ts';
import { useNewestHour } from '../sites/newest-hour.ts';
import { readSnapshot } from '../sites/read-snapshot.ts';
import { snapshot } from '../sites/snapshot.fixture.ts';
import { WallTitle } from './WallTitle.tsx';

let root: Root;
let place: HTMLElement;
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const translation = { map: { status: { hour: ' {{from}}–{{to}} ' } } };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation } } });
});
beforeEach(() => {
  useSession.setState({ ...emptySession, zone: 'Asia/Shanghai' });
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  useSession.setState(emptySession);
  useNewestHour.setState({ hour: undefined });
});

const newest = Date.UTC(2026, 2, 10, 4);
const entities = [
  { id: 9, name: 'Works', zone: 'Europe/Paris' },
  { id: 10, name: 'Mill', zone: 'Asia/Kolkata' },
];
const same: SiteIndex = { aqi: 61, primary: 0, reference: false, missing: 0 };

/** A site of an entity whose newest hour begins at a moment. */
function makeSite(entityId: number, hour: number) {
  const [site] = readSnapshot(snapshot).values();
  if (!site) throw new Error('no site');
  const indices = { hour, china: same, us: same, europe: same, atmo: same };
  return { site: { ...site, entityId, indices } };
}

const show = (name: string | undefined, here: readonly ReturnType<typeof makeSite>[]) =>
  act(async () => root.render(<WallTitle place={name ? { name } : undefined} {...{ here, entities }} />));

it('shows the hour of the place that it names, in the zone of that place', async () => {
  useNewestHour.setState({ hour: newest });
  await show('Lyon', [makeSite(9, newest - 2 * HOUR_MS), makeSite(9, newest - HOUR_MS)]);
  expect(place.textContent).toMatch(/^Lyon\d\d:\d\d:\d\d 04:00–05:00 .*Europe\/Paris$/);
  // Hours of India begin at half past in UTC.
  await show('Pune', [makeSite(10, newest - 30 * MINUTE_MS)]);
  expect(place.textContent).toMatch(/^Pune\d\d:\d\d:\d\d 09:00–10:00 .*Asia\/Kolkata$/);
});

it('shows the newest hour of all sites while there is no place', async () => {
  useNewestHour.setState({ hour: newest });
  await show(undefined, [makeSite(9, newest)]);
  expect(place.textContent).toContain(' 12:00–13:00 ');
});
