import type { PollutantSlot } from '../../rollup/rollup.api.ts';
import type { Measure } from './measure.store.ts';
import type { GroupUnit, RankedEntity } from './ranking-groups.store.ts';
import type { SiteStanding } from './standings.rule.ts';

/** A group of sites: the sites of an entity, or of the entities with the same group. */
export interface RankedGroup {
  key: string;
  /** An entity without a group, which no group stands for. */
  isAlone: boolean;
  entityId: number | null;
  entityName: string | null;
  entityNameEn: string | null;
  entityNameFr: string | null;
  entityGroup: string | null;
  simulated: boolean;
  soFar: boolean;
  zones: string[];
  enabled: number;
  /** Enabled sites that can measure the channel or a pollutant of the index, those with a value, and their mean; also of the compared period. */
  able: number;
  valid: number;
  value: number | null;
  validBefore: number;
  before: number | null;
  hasData: boolean;
  /** The most valid days of one site, and the days that were expected of it. */
  counted: number;
  expected: number;
  /** Its sites that may be in the value. */
  enabledSites: readonly SiteStanding[];
  /** By position in the pollutants: enabled sites that can measure it. */
  pollutantSites: number[];
}

interface Grouping {
  unit: GroupUnit;
  measure: Measure;
  /** The slots of the pollutants of the index. */
  indexSlots: readonly number[];
  pollutants: readonly PollutantSlot[];
  entities: ReadonlyMap<number, RankedEntity>;
  typeSlots: ReadonlyMap<number, ReadonlySet<number>>;
}

export function groupRankedSites(sites: readonly SiteStanding[], grouping: Grouping): RankedGroup[] {
  const { unit, entities } = grouping;
  const keyOf = ({ site: { entityId } }: SiteStanding) => {
    if (unit === 'entity') return String(entityId);
    // No name of a group begins with a space.
    return entities.get(entityId)?.entityGroup || ` ${entityId}`;
  };
  return [...Map.groupBy(sites, keyOf)].map(([key, members]) => describeGroup(key, members, grouping));
}

const noNames = { entityId: null, entityName: null, entityNameEn: null, entityNameFr: null };

function describeGroup(
  key: string,
  members: readonly SiteStanding[],
  { unit, measure, indexSlots, pollutants, entities, typeSlots }: Grouping,
): RankedGroup {
  const entity = entities.get(members[0]?.site.entityId ?? 0);
  const enabled = members.filter(({ site }) => site.enabled);
  const countAble = (...slots: number[]) =>
    enabled.filter(({ site }) => slots.some((slot) => typeSlots.get(site.deviceTypeId)?.has(slot))).length;
  const isAlone = unit === 'group' && !entity?.entityGroup;
  const values = enabled.flatMap(({ value }) => value ?? []);
  const valuesBefore = enabled.flatMap(({ before }) => before ?? []);
  return {
    key,
    isAlone,
    ...noNames,
    entityGroup: entity?.entityGroup ?? null,
    ...((unit === 'entity' || isAlone) && entity),
    simulated: members.some(({ site }) => site.simulated),
    soFar: members.some(({ clock }) => clock.soFar),
    zones: [...new Set(members.map(({ clock }) => clock.zone))],
    enabled: enabled.length,
    able: measure === 'index' ? countAble(...indexSlots) : countAble(measure.slot),
    valid: values.length,
    value: average(values, measure),
    validBefore: valuesBefore.length,
    before: average(valuesBefore, measure),
    hasData: enabled.some(({ hasData }) => hasData),
    counted: Math.max(...members.map(({ counted }) => counted)),
    expected: Math.max(...members.map(({ clock }) => clock.expected)),
    enabledSites: enabled,
    pollutantSites: pollutants.map(({ slot }) => countAble(slot)),
  };
}

/** Sound is averaged by energy. */
function average(values: readonly number[], measure: Measure): number | null {
  if (values.length === 0) return null;
  const isLevel = measure !== 'index' && measure.by === 'level';
  const sum = values.reduce((total, value) => total + (isLevel ? 10 ** (value / 10) : value), 0);
  const mean = sum / values.length;
  return Math.fround(isLevel ? 10 * Math.log10(mean) : mean);
}
