import type { QualityRule } from './quality-rule.ts';

interface RuledSite {
  siteId: number;
  deptId: number;
  kind: { deviceTypeId: number };
}

const testOf = ({ slot, test, basis }: QualityRule) => `${slot} ${test} ${basis}`;

/** The rules that apply to a site: one of its own replaces the templates of the same test and channel. */
export function listApplicable(rules: readonly QualityRule[], site: RuledSite): QualityRule[] {
  const own = rules.filter(({ siteId }) => siteId === site.siteId);
  const replaced = new Set(own.map(testOf));
  const templates = rules.filter(
    (rule) =>
      rule.siteId === null &&
      rule.departments.has(site.deptId) &&
      (rule.deviceTypeId === null || rule.deviceTypeId === site.kind.deviceTypeId) &&
      !replaced.has(testOf(rule)),
  );
  return [...templates, ...own];
}
