import type { MapSnapshot } from '@limpid/contract/map/sites';
import type { Locator, Page } from '@playwright/test';
import type { openDemo } from '../fixtures/demo-server.ts';
import { requestAt } from '../fixtures/people.ts';
import { openStation } from '../fixtures/station.ts';
import { expect } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

export const patience = { timeout: 60_000 };
/** Of an attempt that is repeated. */
export const briefly = { timeout: 2000 };
export const newSite = '新装站';

/** A site as the API describes it. */
export interface ListedSite {
  siteId: number;
  name: string;
  aqi: number | null;
  isInBeijing: boolean;
  isOnline: boolean;
}

function listSites({ sites, index, states }: MapSnapshot): ListedSite[] {
  let siteId = 0;
  return sites.name.map((name, at) => {
    siteId += sites.idStep[at] ?? 0;
    return {
      siteId,
      name,
      aqi: index.china.aqi[at] ?? null,
      isInBeijing: (sites.longitude[at] ?? 0) > 100,
      isOnline: states[Number(sites.state[at])] === 'on',
    };
  });
}

/** Names and numbers of the lines of a list of sites: the first and the last part of each. */
export async function readListLines(lines: Locator): Promise<Record<string, string>> {
  const texts = await lines.allInnerTexts();
  return Object.fromEntries(
    texts.map((text) => {
      const parts = text.trim().split('\n');
      return [parts[0], parts.at(-1)];
    }),
  );
}

export const writeIndex = (value: number | null | undefined) => (value == null ? '—' : String(value));

/** A page of the demonstration, with the API that tells what it has to show. */
export interface DemoPage {
  page: Page;
  origin: string;
  token: string;
  /** The sites in the list beside the map. */
  lines: Locator;
  read<T>(path: string): Promise<T>;
  readSites(): Promise<ListedSite[]>;
}

export function makeDemoPage(page: Page, origin: string, token: string): DemoPage {
  const read = async <T>(path: string): Promise<T> => {
    const { data } = await requestAt(origin, token, 'GET', path);
    // The caller knows what the endpoint answers.
    return data as T;
  };
  const list = page.getByRole('region', { name: t('map.list.title'), exact: true });
  return {
    page,
    origin,
    token,
    lines: list.getByRole('listitem'),
    read,
    readSites: async () => listSites(await read<MapSnapshot>('/map/sites')),
  };
}

/** A site beside those of the demonstration: it has reported once, and one of its values is not valid. */
export async function addNewSite(
  { origin, gatewayPort }: Awaited<ReturnType<typeof openDemo>>,
  { token }: DemoPage,
): Promise<void> {
  const findEntity = async () => {
    const { rows } = await requestAt(origin, token, 'GET', '/site/entity/list?entityCode=BJ-AIR');
    return (rows as { entityId: number }[])[0]?.entityId;
  };
  await expect.poll(findEntity, { ...patience, intervals: [100] }).toBeDefined();
  const site = {
    siteCode: 'NEWSITE',
    siteName: newSite,
    mn: 'NEWSITE',
    deviceTypeId: 1,
    reportInterval: 900,
  };
  const place = { entityId: await findEntity(), longitude: 116.35, latitude: 39.95 };
  expect(await requestAt(origin, token, 'POST', '/site/site', { ...site, ...place })).toMatchObject({
    code: 200,
  });
  const station = await openStation('NEWSITE', gatewayPort);
  const report = () => {
    station.report({ a34004: 37, a34002: 61 }, { a34002: 'D' });
    return station.received();
  };
  await expect.poll(report, { ...patience, intervals: [100, 500] }).toContain('CN=9014');
  station.end();
}
