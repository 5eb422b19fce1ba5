import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { applyDataRules, maxAppliedDays } from '@limpid/contract/quality/rule-run';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/texts.ts';
import type { WorkControl, WorkResult } from '../../../platform/work/work.ts';
import type { RollUp } from '../../rollup/rollup.api.ts';
import { countFlags, getReachableSites, hasWaiting, queueStoredHours } from './apply-rules.store.ts';

const pauseMs = 500;

/** Judges stored hours with the rules in force: hours are rebuilt from their readings, day by day, the newest first. */
export function addRuleApplication(app: App, rollUp: Pick<RollUp, 'run'>): void {
  async function run(
    sites: number[],
    [from, to]: [number, number],
    { signal, report }: WorkControl,
  ): Promise<WorkResult> {
    const days = Math.ceil((to - from) / DAY_MS);
    for (let day = 1; day <= days; day++) {
      signal.throwIfAborted();
      const bounds = [Math.max(from, to - day * DAY_MS), to - (day - 1) * DAY_MS] as const;
      const last = await queueStoredHours(app.pool, sites, bounds);
      // Another process may roll up at the moment; a day is done when its hours no longer wait.
      while (last > 0 && (await hasWaiting(app.pool, last, bounds))) {
        signal.throwIfAborted();
        if ((await rollUp.run(true)) === 0) await app.clock.pause(pauseMs);
      }
      report(day, days);
    }
    return { report: await countFlags(app.pool, sites, [from, to]) };
  }

  route(app, applyDataRules, async ({ caller, scope, language, body: { siteIds, from, to } }) => {
    if (to <= from) fail('series.reversed', {}, 'to');
    if (to - from > maxAppliedDays * DAY_MS) fail('series.long', { days: maxAppliedDays }, 'from');
    const sites = await getReachableSites(app.db, scope, siteIds);
    const end = Math.min(to, app.clock.now().getTime());
    const id = await app.work.start({
      caller,
      language,
      title: translate(language, 'quality.apply.work'),
      run: (control) => run(sites, [from, end], control),
    });
    return { id };
  });
}
