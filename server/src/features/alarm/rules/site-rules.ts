import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { listSiteRules, type SiteRule } from '@limpid/contract/alarm/rule-targets';
import { fail } from '@limpid/contract/errors';
import { site } from '@limpid/contract/site/site';
import type { Definition } from '../../../crud/definition.ts';
import { presentRow } from '../../../crud/list.ts';
import type { App } from '../../../platform/app.ts';
import { hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { listSiteLimits } from '../../site/site.api.ts';
import { listRuleRows, listRuleSites, listRules } from './alarm-rule.store.ts';
import { type ExplainedRule, explainRules } from './applicable.rule.ts';
import { findTarget, listTargetTypes } from './rule-target.store.ts';

const permissions = [`${alarmRule.permission}:list`, `${site.permission}:query`];

/** Routes the rules of a site. Those of departments above it are among them: they raise its alarms too. */
export function routeSiteRules(app: App, definition: Definition<typeof alarmRule>): void {
  const { db } = app;
  route(app, listSiteRules, async ({ caller, params: { siteId }, language }) => {
    if (!permissions.some((permission) => hasPermission(caller, permission))) fail('auth.forbidden');
    const wanted = { target: 'site', siteId, entityId: null, entityGroup: null, deviceTypeId: null } as const;
    const found = await findTarget(db, computeScope(caller, ...permissions), wanted);
    const [ruleSite] = found ? await listRuleSites(db, [siteId]) : [];
    if (!found || !ruleSite) return fail('row.gone');
    const explained = explainRules(await listRules(db, 'all'), ruleSite);
    const rows = await listRuleRows(
      db,
      explained.map(({ rule }) => rule.ruleId),
    );
    const [type] = await listTargetTypes(db, { ...wanted, deptId: found.deptId ?? 0 });
    const limit = (await listSiteLimits(db, [siteId])).get(siteId);
    const rules = explained.flatMap((one): SiteRule[] => {
      const row = rows.get(one.rule.ruleId);
      if (!row) return [];
      const reason = findReason(one, type?.channelIds ?? [], limit?.channelId);
      const siteLimit = one.rule.siteLimit && limit?.channelId === one.rule.channelId ? limit.value : null;
      return [
        {
          rule: presentRow(definition, row, language),
          applies: reason === null,
          reason,
          replacedBy: one.by?.ruleName ?? null,
          siteLimit,
        },
      ];
    });
    return { siteName: found.name, rules };
  });
}

/** A rule may apply and still have nothing to judge at this site. */
function findReason(
  { rule, why }: ExplainedRule,
  channelIds: readonly number[],
  limitChannelId: number | undefined,
): SiteRule['reason'] {
  if (why !== null) return why;
  if (rule.channelId !== null && !channelIds.includes(rule.channelId)) return 'notMeasured';
  return rule.siteLimit && limitChannelId !== rule.channelId ? 'noLimit' : null;
}
