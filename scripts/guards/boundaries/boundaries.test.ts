import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../root.ts';
import { findRoomCycles } from './find-room-cycles.ts';
import {
  findAreaCycle,
  findUnusedPermissions,
  findViolations,
  findZoneCycle,
  resolveImport,
  type Source,
} from './find-violations.ts';
import { parseImports, readImports } from './read-imports.ts';
import { zones } from './zones.ts';

const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' });
const sources: readonly Source[] = tracked
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, imports: readImports(root, path) }));

describe('imports of the repository', () => {
  it('stay within the boundaries', () => {
    expect(sources.length).toBeGreaterThan(1000);
    expect(findViolations(sources)).toEqual([]);
  });

  it('name files that exist', () => {
    const dangling = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ from }) => {
        const target = resolveImport(path, from);
        return target === undefined ||
          target.includes('*') ||
          target.startsWith('web/dist/') ||
          existsSync(join(root, target))
          ? []
          : [`${path} → ${from}`];
      }),
    );
    expect(dangling).toEqual([]);
  });

  it('come from folders that the table names', () => {
    const folders = (workspace: string) =>
      new Set(sources.flatMap(({ path }) => new RegExp(`^${workspace}/src/([^/]+)/`).exec(path)?.[1] ?? []));
    const named = Object.values(zones).flatMap(({ path }) => path);
    // The last zone of each workspace is the rest of it.
    const rest = ['server/src/testing', 'web/src/app'];
    const unnamed = ['server', 'web'].flatMap((workspace) =>
      [...folders(workspace)]
        .map((folder) => `${workspace}/src/${folder}`)
        .filter((folder) => !rest.includes(folder) && !named.some((path) => path.startsWith(folder))),
    );
    expect(unnamed).toEqual([]);
  });

  it.each(['server', 'web'] as const)('form no cycle of areas in %s', (workspace) => {
    expect(findAreaCycle(sources, workspace)).toBeUndefined();
  });

  it('form no cycle of rooms', () => {
    expect(findRoomCycles(sources)).toEqual([]);
  });

  it('use every permission of the table', () => {
    // The order of the web's zones grants these two before an import needs them.
    expect(findUnusedPermissions(sources)).toEqual(['web air → web ui', 'web map → web air']);
  });

  it('are permitted without a cycle of zones', () => {
    expect(findZoneCycle()).toBeUndefined();
  });

  it('match the table in ARCHITECTURE.md', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const rows = text.matchAll(/^\| `([^`]+)` +\| ([^|]*?) *\|$/gm);
    const shown = Object.fromEntries([...rows].map(([, zone, may]) => [zone, may]));
    const checked = Object.entries(zones).map(([zone, { mayImport }]) => [
      zone,
      mayImport.join(', ') || 'nothing',
    ]);
    expect(shown).toEqual(Object.fromEntries(checked));
  });
});

describe('an import across a boundary', () => {
  it.each([
    ['hj212/src/decoder.ts', "import { readFile } from 'node:fs/promises';"],
    ['aqi/src/round.ts', "import '@limpid/contract/errors';"],
    ['contract/src/errors.ts', "import 'node:crypto';"],
    ['contract/src/errors.ts', "import type { App } from '../../server/src/platform/app.ts';"],
    ['simulator/src/station/station.ts', "import '@limpid/contract/errors';"],
    ['cli/src/main.ts', "import '../../server/src/features/site/site.store.ts';"],
    ['i18n/texts.ts', "import '@limpid/contract/errors';"],
    ['server/src/config.ts', "import { makeBus } from './platform/bus.ts';"],
    ['server/seeds/demo/sites.ts', "import { insertRows } from '../../src/platform/db/insert.ts';"],
    ['server/src/roles/http.ts', "import { sql } from 'kysely';"],
    ['server/src/roles/http.ts', "import { crud } from '../crud/crud.ts';"],
    ['server/src/platform/bus.ts', "import '../features/site/site.api.ts';"],
    ['server/src/crud/list.ts', 'const area = await import(`../features/${name}/site.api.ts`);'],
    ['server/src/platform/bus.ts', "export { crud } from '../crud/crud.ts';"],
    ['server/src/crud/list.ts', "const gateway = await import('../gateway/session.ts');"],
    ['server/src/gateway/session.ts', "import '../features/ingest/ingest.api.ts';"],
    ['server/src/gateway/session.ts', "import { sql } from 'kysely';"],
    ['server/src/features/site/site.feature.ts', "import '../../roles/app.ts';"],
    ['server/src/features/site/site.feature.ts', "import { findUser } from '../system/user/user.store.ts';"],
    ['server/src/features/site/site.rule.ts', "import '../system/user/user.store.ts';"],
    ['server/src/features/site/site.feature.ts', "type User = import('../system/user/user.store.ts').User;"],
    ['server/src/features/site/site.feature.ts', "import { sql } from 'kysely';"],
    ['server/src/features/site/site.rule.ts', "import { findSite } from './site.store.ts';"],
    ['server/src/features/site/site.rule.ts', "import { readFileSync } from 'node:fs';"],
    ['server/src/features/site/site.service.ts', "import './site.fixture.ts';"],
    ['server/src/platform/files/files.ts', "new URL('../../features/site/x.process.ts', import.meta.url);"],
    ['server/src/features/site/site.feature.ts', "import { openServices } from '../services.ts';"],
    ['server/src/features/services.ts', "import { sql } from 'kysely';"],
    ['server/src/features.ts', "import { startHttp } from './roles/http.ts';"],
    ['server/src/roles/gateway.ts', "import type { Ingest } from '../features/ingest/ingest.ts';"],
    ['server/src/main.ts', "import { startRollUps } from './features/rollup/roll-up.ts';"],
    ['web/src/lib/dates.ts', "import { useState } from 'react';"],
    ['web/src/ui/Dialog.tsx', "import { useNavigate } from 'react-router';"],
    ['web/src/ui/Dialog.tsx', "import { call } from '../api/call.ts';"],
    ['web/src/ui/Dialog.tsx', "const texts = import.meta.glob('../../../i18n/*/shell.json');"],
    ['web/src/ui/Dialog.tsx', "const texts = import.meta.glob(['../../../i18n/*/*.json', '!**/cli.json']);"],
    ['web/src/air/level.ts', "import { call } from '../api/call.ts';"],
    ['web/src/api/call.ts', "import { Dialog } from '../ui/Dialog.tsx';"],
    ['web/src/app/App.tsx', "import { computeIndex } from '@limpid/aqi/air-index';"],
    ['web/src/app/App.tsx', "import { readFile } from 'node:fs';"],
    ['web/src/charts/Chart.tsx', "import { call } from '../api/call.ts';"],
    ['web/src/map/map.ts', "import '../features/map/map-view.ts';"],
    ['web/src/resource/row.ts', "import '../features/site/place.ts';"],
    ['web/src/features/site/place.ts', "import '../map/map-view.ts';"],
    ['web/src/features/site/place.ts', "import '../../app/theme.ts';"],
    ['web/src/features/site/place.ts', "import { readFile } from 'node:fs';"],
    ['web/src/ui/Dialog.tsx', "import { runTool } from '../../../scripts/tool.ts';"],
    ['web/src/map/map.ts', "import '../../basemap/places.ts';"],
    ['server/src/platform/bus.ts', "import '../../../bench/shared/server.ts';"],
  ])('is reported for %s: %s', (path, source) => {
    expect(findViolations([{ path, imports: parseImports(path, source) }])).toHaveLength(1);
  });

  it.each([
    ['server/src/features/site/site.feature.ts', "import { refuseSiteMove } from '../system/system.api.ts';"],
    ['server/src/features/services.ts', "import { openIngest } from './ingest/ingest.ts';"],
    ['server/src/features.ts', "import { addSites } from './features/site/site.feature.ts';"],
    ['server/src/roles/worker.ts', "import { backgroundJobs } from '../features.ts';"],
    ['server/src/roles/demo.ts', "import { startDemo } from '../features/demo/demo.api.ts';"],
    ['server/src/features/site/site.store.ts', "import { sql } from 'kysely';"],
    ['server/src/features/site/site.rule.ts', "import type { Site } from './site.store.ts';"],
    ['server/src/features/site/site.feature.ts', "import type pg from 'pg';"],
    ['server/src/features/site/site.test.ts', "import '../../roles/app.ts';"],
    ['web/src/map/map.ts', "import { findBand } from '../air/level.ts';"],
    ['web/src/app/i18n.ts', "const texts = import.meta.glob('../../../i18n/*/*.json');"],
    ['web/src/features/site/SiteScreen.tsx', "import { Chart } from '../../charts/Chart.tsx';"],
  ])('is not reported for %s: %s', (path, source) => {
    expect(findViolations([{ path, imports: parseImports(path, source) }])).toEqual([]);
  });

  const file = (path: string, source: string) => ({ path, imports: parseImports(path, source) });

  it('is a violation if it closes a cycle of rooms', () => {
    const circle = [
      file('server/src/features/system/user/x.ts', "import '../role/role.store.ts';"),
      file('server/src/features/system/role/role.store.ts', "import type { A } from '../grant/a.ts';"),
      file('server/src/features/system/grant/a.ts', "import '../user/x.ts';"),
      file('server/src/features/system/menu/menu.store.ts', "import '../user/x.ts';"),
      file('web/src/ui/icon/Icon.tsx', "import '../entry/Entry.tsx'; import '../page-name.ts';"),
    ];
    expect(findRoomCycles(circle)).toEqual(['server/src/features/system: grant, role, user']);
    expect(findRoomCycles(circle.slice(1))).toEqual([]);
  });

  it('is a violation if it closes a cycle of areas', () => {
    const circle = [
      file('server/src/features/a/x.ts', "import '../b/b.api.ts';"),
      file('server/src/features/b/b.api.ts', "import type { C } from '../c/c.api.ts';"),
      file('server/src/features/c/c.api.ts', "import('../a/a.api.ts');"),
    ];
    expect(findAreaCycle(circle, 'server')).toEqual(['a', 'b', 'c', 'a']);
    expect(findAreaCycle(circle.slice(1), 'server')).toBeUndefined();
  });
});
