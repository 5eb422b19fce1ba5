import { calibrationConfig } from '@limpid/contract/calibration/config';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { StoredRow, WriteValues } from '../../../crud/definition.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { getAccessibleSites } from '../../data/data.api.ts';
import type { ConfigMembers } from './config.store.ts';

/** Fields that do not change which K and B are issued, nor where. */
const harmless: readonly string[] = ['configName', 'remark', 'schedule', 'runHour', 'runWeekday'];

/**
 * Nobody is asked before a config that accepts by itself issues K and B, so changing one takes the permissions that
 * accepting and issuing take, at all its sites.
 */
export async function checkAutomaticRights(
  db: Database,
  caller: Caller,
  given: {
    values: WriteValues<typeof calibrationConfig>;
    before: (StoredRow<typeof calibrationConfig> & Partial<ConfigMembers>) | undefined;
    siteIds: readonly number[];
  },
): Promise<void> {
  const { values, before, siteIds } = given;
  const { acceptance = 'manual', target = 'platform' } = { ...before, ...values };
  if (acceptance !== 'automatic') return;
  const changed = before ? findChange(values, before) : 'acceptance';
  if (changed === undefined) return;
  const needed = ['site:calibration:accept', 'site:calibration:issue'];
  if (target === 'device') needed.push('device:equipment:write');
  const label = fieldLabel(calibrationConfig, changed);
  for (const permission of needed) {
    if (!hasPermission(caller, permission))
      fail(
        permission === 'device:equipment:write'
          ? 'calibration.automatic_device_rights'
          : 'calibration.automatic_rights',
        { label },
        changed,
      );
    await getAccessibleSites(db, computeScope(caller, permission), siteIds, 'siteIds');
  }
}

/** The first changed field that needs these rights. Disabling a config and the harmless fields need none. */
function findChange(values: object, before: object): string | undefined {
  const stored: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(values).find(
    ([name, value]) =>
      name in calibrationConfig.fields &&
      !harmless.includes(name) &&
      !(name === 'status' && value !== '0') &&
      !isSame(value, stored[name]),
  )?.[0];
}

/** Members have no order. */
const toText = (value: unknown) =>
  Array.isArray(value) ? value.map(toMember).toSorted(compareTexts).join() : String(value ?? '');
const toMember = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const compareTexts = (one: string, other: string) => (one < other ? -1 : 1);

const isSame = (one: unknown, other: unknown) => toText(one) === toText(other);
