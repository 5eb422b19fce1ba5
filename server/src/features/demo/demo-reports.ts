import { formatLocalDate } from '@limpid/contract/local-time';
import type { App } from '../../platform/app.ts';
import { runOnce } from '../../platform/db/migrate.ts';
import { askForReports, lastEndedPeriod, reportsWaiting } from '../report/report.api.ts';
import { demoPerson } from './demo-person.ts';
import { findDemoSubjects, insertDemoPlans } from './demo-reports.store.ts';

/** The shipped template with all sections. */
const templateId = 2;

/** Schedules, and reports of the last week: of an entity, of a site, and of a city with official stations. */
export async function askForDemoReports(app: App): Promise<void> {
  const added = await runOnce(app.pool, 'schema_seed', [
    { name: 'demo_0230_reports', checksum: 'once', run: insertDemoPlans },
  ]);
  const subjects = added.length > 0 ? await findDemoSubjects(app.pool) : undefined;
  if (!subjects) return;
  const { entityId, siteId, zone } = subjects;
  const { kind, first, last } = lastEndedPeriod('week', formatLocalDate(app.clock.now().getTime(), zone));
  const week = { period: kind, first, last, templateId };
  const asking = { caller: demoPerson, scope: { all: true } } as const;
  const ask = (body: Parameters<typeof askForReports>[1]['body']) => askForReports(app, { ...asking, body });
  await ask({ ...week, subject: 'entity', entityId, languages: ['zh', 'en'] });
  await ask({ ...week, subject: 'site', siteId, languages: ['zh', 'fr'] });
  await app.bus.publish(reportsWaiting);
}
