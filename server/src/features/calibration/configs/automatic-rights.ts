import { calibrationConfig } from '@limpid/contract/calibration/config';
import type { IssueTarget } from '@limpid/contract/calibration/issue';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { StoredRow, WriteValues } from '../../../crud/definition.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { findRights } from '../../../platform/auth/roles.store.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { getAccessibleSites } from '../../data/data.api.ts';
import {
  type AutomaticColumns,
  type ConfigMembers,
  findAutomaticPerson,
  listMembers,
  listSitesWithin,
} from './config.store.ts';

/** Fields that do not change which K and B are issued, nor where. */
const harmless: readonly string[] = ['configName', 'remark', 'schedule', 'runHour', 'runWeekday'];

const listNeededPermissions = (target: IssueTarget): string[] => [
  'site:calibration:accept',
  'site:calibration:issue',
  ...(target === 'device' ? ['device:equipment:write'] : []),
];

/**
 * Nobody is asked before a config that accepts by itself issues K and B, so changing one takes the permissions that
 * accepting and issuing take, at all its sites. It is with the rights of the last person who did so that it goes on.
 */
export async function checkAutomaticRights(
  db: Database,
  caller: Caller,
  given: {
    values: WriteValues<typeof calibrationConfig, AutomaticColumns>;
    before: (StoredRow<typeof calibrationConfig, AutomaticColumns> & Partial<ConfigMembers>) | undefined;
    siteIds: readonly number[];
  },
): Promise<void> {
  const { values, before, siteIds } = given;
  const { acceptance = 'manual', target = 'platform' } = { ...before, ...values };
  if (acceptance !== 'automatic') {
    values.automaticBy = null;
    return;
  }
  const changed = before ? findChange(values, before) : 'acceptance';
  if (changed === undefined) return;
  const label = fieldLabel(calibrationConfig, changed);
  for (const permission of listNeededPermissions(target)) {
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
  values.automaticBy = caller.userId;
}

/** The person with whose rights a config issues by itself, and the sites of these at which the rights still suffice. */
export interface AutomaticReach {
  /** Null if the person is unknown. */
  name: string | null;
  siteIds: ReadonlySet<number>;
}

/** Rights may have been withdrawn, and sites may have gone to another department, since somebody made a config automatic. */
export async function readAutomaticReach(
  db: Database,
  configId: number,
  siteIds: readonly number[],
): Promise<AutomaticReach> {
  const { userId = null, name = null, target = 'platform' } = (await findAutomaticPerson(db, configId)) ?? {};
  const person = userId === null ? undefined : await findRights(db, userId);
  if (!person) return { name, siteIds: new Set() };
  // What is compared with has to be within reach as well.
  const { referenceSiteIds } = await listMembers(db, configId);
  let reached = [...siteIds];
  for (const permission of listNeededPermissions(target)) {
    const scope = computeScope(person, permission);
    const within = new Set(await listSitesWithin(db, scope, [...reached, ...referenceSiteIds]));
    const isAllowed = hasPermission(person, permission) && referenceSiteIds.every((id) => within.has(id));
    reached = isAllowed ? reached.filter((id) => within.has(id)) : [];
  }
  return { name, siteIds: new Set(reached) };
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
