import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { datesBetween, dayBounds, isDate } from '@limpid/contract/local-time';
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
    sitesByZone: ReadonlyMap<string, number[]>,
    [first, last]: readonly [string, string],
    { signal, report }: WorkControl,
  ): Promise<WorkResult> {
    const now = app.clock.now().getTime();
    const boundsOf = (from: string, to: string, zone: string) =>
      [dayBounds(from, zone)[0], Math.min(dayBounds(to, zone)[1], now)] as const;
    const dates = datesBetween(first, last).reverse();
    for (const [index, date] of dates.entries()) {
      for (const [zone, sites] of sitesByZone) {
        signal.throwIfAborted();
        const bounds = boundsOf(date, date, zone);
        const newest = await queueStoredHours(app.pool, sites, bounds);
        // Another process may roll up at the moment; a day is done when its hours no longer wait.
        while (newest > 0 && (await hasWaiting(app.pool, newest, bounds))) {
          signal.throwIfAborted();
          if ((await rollUp.run(true)) === 0) await app.clock.pause(pauseMs);
        }
      }
      report(index + 1, dates.length);
    }
    const total = { flagged: 0, excluded: 0 };
    for (const [zone, sites] of sitesByZone) {
      const { flagged, excluded } = await countFlags(app.pool, sites, boundsOf(first, last, zone));
      total.flagged += flagged;
      total.excluded += excluded;
    }
    return { report: total };
  }

  route(app, applyDataRules, async ({ caller, scope, language, body: { siteIds, from, to } }) => {
    checkDates(from, to);
    const sites = await getReachableSites(app.db, scope, siteIds);
    const id = await app.work.start({
      caller,
      language,
      title: translate(language, 'quality.apply.work'),
      run: (control) => run(sites, [from, to], control),
    });
    return { id };
  });
}

function checkDates(from: string, to: string): void {
  const { labels } = applyDataRules;
  if (!isDate(from)) fail('analysis.day', { label: labels.from }, 'from');
  if (!isDate(to)) fail('analysis.day', { label: labels.to }, 'to');
  if (to < from) fail('series.reversed', {}, 'to');
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= maxAppliedDays)
    fail('series.long', { days: maxAppliedDays }, 'from');
}
