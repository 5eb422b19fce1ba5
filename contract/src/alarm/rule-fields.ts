import type { RuleType } from './alarm-rule.ts';

/** The fields of the condition, of which each type of rule uses some. */
export const conditionFields = [
  'channelId',
  'indexCode',
  'basis',
  'compare',
  'threshold',
  'siteLimit',
  'rateMinutes',
  'qualityKind',
  'windowHours',
  'referenceKind',
  'deadBand',
] as const;
export type ConditionField = (typeof conditionFields)[number];

/** The field that names the target of a rule. */
export const targetFields = {
  site: 'siteId',
  entity: 'entityId',
  group: 'entityGroup',
  deviceType: 'deviceTypeId',
} as const;

/** The condition fields that a rule of this type uses; forms show these, and the others are stored as null. */
export function listUsedFields(
  type: RuleType,
  rule: { channelId?: number | null; qualityKind?: string | null },
): readonly ConditionField[] {
  const hasChannel = rule.channelId !== null && rule.channelId !== undefined;
  switch (type) {
    case 'limit':
      return ['channelId', 'indexCode', 'basis', 'compare', 'threshold', 'siteLimit', 'deadBand'];
    case 'rate':
      return ['channelId', 'basis', 'compare', 'threshold', 'rateMinutes', 'deadBand'];
    case 'offline':
    case 'device':
      return [];
    case 'quality':
      return rule.qualityKind === 'invalid'
        ? ['qualityKind', 'windowHours', 'threshold', 'deadBand']
        : ['qualityKind', 'windowHours', 'channelId'];
    case 'power':
      // Without a channel the threshold is the lowest supply voltage that stations may report.
      return hasChannel
        ? ['channelId', 'basis', 'compare', 'threshold', 'deadBand']
        : ['channelId', 'threshold'];
    case 'reference':
      return ['channelId', 'referenceKind', 'threshold', 'deadBand'];
  }
}

/** The condition fields without which a rule of this type cannot be evaluated. A limit needs a channel or an index. */
export function listRequiredFields(
  type: RuleType,
  rule: { channelId?: number | null; qualityKind?: string | null; siteLimit?: boolean | null },
): readonly ConditionField[] {
  const hasChannel = rule.channelId !== null && rule.channelId !== undefined;
  switch (type) {
    case 'limit':
      return rule.siteLimit ? ['compare'] : ['compare', 'threshold'];
    case 'rate':
      return ['channelId', 'compare', 'threshold', 'rateMinutes'];
    case 'offline':
    case 'device':
      return [];
    case 'quality':
      return rule.qualityKind === 'invalid'
        ? ['qualityKind', 'windowHours', 'threshold']
        : ['qualityKind', 'windowHours'];
    case 'power':
      return hasChannel ? ['compare', 'threshold'] : [];
    case 'reference':
      return ['channelId', 'referenceKind', 'threshold'];
  }
}
