import type { ContrastMember, SiteContrast } from '@limpid/contract/analysis/contrast';
import { siteColour } from '../../../air/channel-colour.ts';

/** A site or an official station as charts show it. */
export interface ShownMember extends ContrastMember {
  /** In the address: `s12` for a site, `r1001A` for an official station. */
  key: string;
  /** Its position in the response, by which matrices are read. */
  position: number;
  colour: string;
}

const keyOf = ({ siteId, code }: Pick<ContrastMember, 'siteId' | 'code'>) =>
  siteId === null ? `r${code}` : `s${siteId}`;

/** The members with the one that others are compared with in front; colours stay with their members. */
export function arrangeMembers(
  { members }: Pick<SiteContrast, 'members'>,
  first: string | null,
  isDark: boolean,
): ShownMember[] {
  const all = members.map((member, position) => ({
    ...member,
    key: keyOf(member),
    position,
    colour: siteColour(position, isDark),
  }));
  const front = all.filter(({ key }) => key === first);
  return [...front, ...all.filter(({ key }) => key !== first)];
}

/** The values of a member minus those of another at the same times. */
export function subtractValues(
  values: readonly (number | null)[],
  base: readonly (number | null)[],
): (number | null)[] {
  return values.map((value, position) => {
    const other = base[position] ?? null;
    return value === null || other === null ? null : value - other;
  });
}

export interface PairPoint {
  x: number;
  y: number;
  ts: number;
}

/** The common values of two members, thinned evenly to at most so many; `step` says that every so manyth is shown. */
export function pairPoints(
  ts: readonly number[],
  x: ContrastMember,
  y: ContrastMember,
  most: number,
): { points: PairPoint[]; step: number } {
  const common = ts.flatMap((moment, position): PairPoint[] => {
    const [a, b] = [x.values[position] ?? null, y.values[position] ?? null];
    return a === null || b === null ? [] : [{ x: a, y: b, ts: moment }];
  });
  const step = Math.max(1, Math.ceil(common.length / most));
  return { points: common.filter((_, position) => position % step === 0), step };
}
