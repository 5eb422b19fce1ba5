import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { systemJobRow } from '../../job-rows.ts';
import { buttonRow, grantToWatchingRoles, screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const analysis = 1460;
const sources = 1800;
const fetches = 1810;
const nearest = 1815;

/** Where reference data is fetched from, the log of fetching, the sites beside their stations, and what is kept. */
export async function seedReferenceSources(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: sources,
      parent: analysis,
      order: 31,
      titles: ['国控数据来源', 'Reference sources', 'Sources de référence'],
      path: 'referenceSource',
      component: 'analysis/referenceSource/index',
      permission: 'analysis:referenceSource',
      icon: 'download',
      buttons: { query: sources + 1, add: sources + 2, edit: sources + 3, remove: sources + 4 },
    }),
    buttonRow(sources + 5, sources, ['获取', 'Fetch', 'Récupérer'], 'analysis:referenceSource:run', 5),
    ...screenRows({
      id: fetches,
      parent: analysis,
      order: 32,
      titles: ['国控获取日志', 'Fetch log', 'Journal des récupérations'],
      path: 'referenceFetch',
      component: 'analysis/referenceFetch/index',
      permission: 'analysis:referenceFetch',
      icon: 'log',
      buttons: { export: fetches + 1 },
    }),
    ...screenRows({
      id: nearest,
      parent: analysis,
      order: 33,
      titles: ['最近国控站', 'Nearest stations', 'Stations les plus proches'],
      path: 'nearestReferences',
      component: 'analysis/nearestReferences/index',
      permission: 'analysis:nearestReferences',
      icon: 'international',
      buttons: { export: nearest + 1 },
    }),
  ]);
  await grantToWatchingRoles(client, [nearest]);
  await insertParameters(client, [
    {
      id: 85,
      titles: [
        '国控小时数据保留天数',
        'Days reference hours are kept',
        'Jours de conservation des heures de référence',
      ],
      key: 'reference.hourDays',
      value: '0',
      remark: '0 = ∞',
    },
    {
      id: 86,
      titles: [
        '国控修订记录保留天数',
        'Days revisions of reference data are kept',
        'Jours de conservation des révisions',
      ],
      key: 'reference.revisionDays',
      value: '730',
      remark: '0 = ∞',
    },
    {
      id: 87,
      titles: [
        '国控获取日志保留天数',
        'Days the log of fetching is kept',
        'Jours de conservation du journal des récupérations',
      ],
      key: 'reference.fetchDays',
      value: '30',
      remark: '0 = ∞',
    },
  ]);
  await insertRows(client, 'sys_job', [
    systemJobRow({
      id: 60,
      titles: ['清理国控数据', 'Remove old reference data', 'Purge des données de référence'],
      target: 'referenceTask.clean',
      cron: '0 40 3 * * ?',
    }),
  ]);
}
