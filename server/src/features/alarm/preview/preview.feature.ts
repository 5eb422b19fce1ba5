import type { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { previewDays, previewRule, type RulePreview } from '@limpid/contract/alarm/rule-preview';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { WriteValues } from '../../../crud/definition.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import type { LatestSource } from '../../ingest/ingest.api.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { drawLine } from '../../reading/reading.api.ts';
import { initialState, runMachine } from '../evaluation/alarm-machine.rule.ts';
import { readMaxChanges } from '../evaluation/evaluate-tasks.ts';
import { basisOf, type EvaluatedRule } from '../evaluation/evaluated-rule.ts';
import { isFallingCondition } from '../evaluation/judge.rule.ts';
import { listAlarms } from '../evaluation/reconcile.rule.ts';
import { makeCondition, makeSettings } from '../evaluation/settings.rule.ts';
import { openSignalSources, type SignalServices } from '../evaluation/signal-sources.ts';
import { carryStanding } from '../evaluation/signals.rule.ts';
import { readSignals } from '../evaluation/signals.ts';
import { completeRule } from '../rules/alarm-rule.service.ts';
import { listTargetChoices } from '../rules/rule-target.store.ts';

type Services = Omit<SignalServices, 'directory' | 'latestOf'> & {
  ingest: LatestSource & { directory: SiteDirectory };
};

const listedEpisodes = 500;
/** Steps of the drawn line in 30 days. */
const steps = 720;

/** Tries a rule on stored values, with the code that raises alarms. */
export function addRulePreview(app: App, services: Services): void {
  const { directory, latestOf } = services.ingest;
  const sources = openSignalSources(app, { ...services, directory, latestOf });

  route(app, previewRule, async ({ body, caller, scope, language }): Promise<RulePreview> => {
    const { previewSiteId, ...values } = body;
    // The body has the fields of a rule, which a schema made at run time does not tell the compiler.
    const given = values as WriteValues<typeof alarmRule>;
    const { rule: checked, channel } = await completeRule(app.db, { caller, scope, language }, given);
    const rule: EvaluatedRule = {
      ...checked,
      channel: channel ?? null,
      ruleId: 0,
      ruleName: '',
      severity: 'info',
      remindMinutes: 0,
      inForceSince: null,
    };
    const siteId = await findSite(checked, previewSiteId);
    const site = directory.findBySite(siteId) ?? fail('alarm_rule.no_site', {}, 'target');
    const to = app.clock.now().getTime();
    const from = to - previewDays * DAY_MS;
    const pair = { rule, siteId };
    const signals = carryStanding((await readSignals(sources, [pair], [from, to])).get(pair) ?? [], from);
    const settings = makeSettings(rule, site.interval, await readMaxChanges(app.parameters));
    const { state, transitions } = runMachine(settings, initialState, signals, to);
    const alarms = listAlarms(initialState, transitions, state);
    const siteLimit = (await sources.siteLimits()).get(siteId);
    const condition = makeCondition(
      rule,
      siteLimit?.channelId === rule.channelId ? siteLimit?.value : undefined,
    );
    const stepMs = (previewDays * DAY_MS) / steps;
    const seconds = alarms.reduce(
      (sum, { raisedAt, endedAt }) => sum + ((endedAt ?? to) - raisedAt) / 1000,
      0,
    );
    return {
      siteId,
      siteName: site.siteName,
      zone: site.zone,
      from,
      to,
      basis: basisOf(rule),
      limit: condition?.threshold ?? null,
      endLimit:
        condition && condition.deadBand > 0
          ? condition.threshold + (isFallingCondition(condition) ? 1 : -1) * condition.deadBand
          : null,
      values: signals.length,
      line: drawLine(signals, stepMs, Number.isFinite(settings.holdMs) ? settings.holdMs : HOUR_MS),
      episodes: alarms.slice(-listedEpisodes).map(({ raisedAt, endedAt, peak, peakAt, unstable }) => ({
        from: raisedAt,
        to: endedAt,
        peak,
        peakAt,
        unstable,
      })),
      count: alarms.length,
      seconds: Math.round(seconds),
      messages: transitions.reduce((sum, one) => sum + (one.kind === 'repeated' ? one.times : 1), 0),
    };

    /** The chosen site, or the first one of the target that measures the channel. */
    async function findSite(target: typeof checked, wanted: unknown): Promise<number> {
      const query = {
        target: 'site',
        ...(target.target === 'entity' && { entityId: target.entityId ?? 0 }),
        ...(target.target === 'group' && { entityGroup: target.entityGroup ?? '' }),
        ...(target.target === 'deviceType' && { deviceTypeId: target.deviceTypeId ?? 0 }),
        ...(target.channelId !== null && { channelId: target.channelId }),
      } as const;
      const id = target.target === 'site' ? target.siteId : typeof wanted === 'number' ? wanted : null;
      const { choices } = await listTargetChoices(app.db, scope, { ...query, ...(id !== null && { id }) }, 1);
      return choices[0]?.id ?? fail('alarm_rule.no_site', {}, 'target');
    }
  });
}
