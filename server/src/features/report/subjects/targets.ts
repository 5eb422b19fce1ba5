import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { maxReportSites, type ReportTarget } from '@limpid/contract/report/report-plan';
import type { ReportSubject } from '@limpid/contract/report/report-request';
import { defaultZone } from '@limpid/contract/zone';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import {
  chooseDepartment,
  findReportedEntity,
  findReportedSite,
  hasCity,
  listReportedSites,
  type OwnedSubject,
  reachesDepartment,
} from './subject.store.ts';

/** What a plan or a request names. */
export interface ReportTargetValues {
  subject: ReportTarget;
  siteId?: number | null;
  entityId?: number | null;
  province?: string | null;
  city?: string | null;
  /** Of a city. */
  deptId?: number | null;
}

/** One subject of a report, with what its row keeps. */
export interface ReportAbout {
  subject: ReportSubject;
  key: string;
  names: Pick<OwnedSubject, 'name' | 'nameEn' | 'nameFr'>;
  /** Of the site or the entity. */
  entityId: number | null;
  deptId: number;
  zone: string;
}

export function nameSubject({ names }: ReportAbout, language: Language): string {
  return localised({ ...names }, 'name', language);
}

/** Where a target is looked for, and the names of its fields in messages. */
interface TargetReach {
  scope: Scope;
  /** The department of whoever asks, to which reports about cities belong by default. */
  ownDeptId: number | null;
  /** Prefix of the labels of the fields. */
  texts: string;
}

/** The subjects of a target within reach; removed ones are refused like those outside. */
export async function resolveTarget(
  db: Database,
  target: ReportTargetValues,
  { scope, ownDeptId, texts }: TargetReach,
): Promise<ReportAbout[]> {
  const missing = (field: string) => fail('field.required', { label: `${texts}.fields.${field}` }, field);
  switch (target.subject) {
    case 'site': {
      const siteId = target.siteId || missing('siteId');
      const site = (await findReportedSite(db, scope, siteId)) ?? fail('scope.denied', {}, 'siteId');
      return [describeSite(site)];
    }
    case 'entity': {
      const entityId = target.entityId || missing('entityId');
      const entity = (await findReportedEntity(db, scope, entityId)) ?? fail('scope.denied', {}, 'entityId');
      const { id, name, nameEn, nameFr, deptId, zone } = entity;
      const subject = { kind: 'entity' as const, entityId: id };
      return [{ subject, key: `entity ${id}`, names: { name, nameEn, nameFr }, entityId: id, deptId, zone }];
    }
    case 'entitySites': {
      const entityId = target.entityId || missing('entityId');
      if (!(await findReportedEntity(db, scope, entityId))) fail('scope.denied', {}, 'entityId');
      const sites = await listReportedSites(db, entityId, maxReportSites + 1);
      if (sites.length === 0) fail('report.no_sites', {}, 'entityId');
      if (sites.length > maxReportSites) fail('report.many_sites', { max: maxReportSites }, 'entityId');
      return sites.map(describeSite);
    }
    case 'city': {
      const { province, deptId } = target;
      const city = target.city || missing('city');
      return [await describeCity(db, { province: province ?? '', city, deptId }, { scope, ownDeptId })];
    }
  }
}

function describeSite({ id, name, nameEn, nameFr, entityId, deptId, zone }: OwnedSubject): ReportAbout {
  const subject = { kind: 'site' as const, siteId: id };
  return { subject, key: `site ${id}`, names: { name, nameEn, nameFr }, entityId, deptId, zone };
}

async function describeCity(
  db: Database,
  { province, city, deptId }: { province: string; city: string; deptId?: number | null | undefined },
  { scope, ownDeptId }: Pick<TargetReach, 'scope' | 'ownDeptId'>,
): Promise<ReportAbout> {
  if (!(await hasCity(db, province, city))) fail('report.city_unknown', { city }, 'city');
  if (deptId && !(await reachesDepartment(db, scope, deptId))) fail('scope.denied', {}, 'deptId');
  const owner =
    (deptId || (await chooseDepartment(db, scope, ownDeptId))) ?? fail('scope.denied', {}, 'deptId');
  return {
    subject: { kind: 'city', province, city },
    key: `city ${province}/${city}`,
    names: { name: city, nameEn: null, nameFr: null },
    entityId: null,
    deptId: owner,
    zone: defaultZone,
  };
}
