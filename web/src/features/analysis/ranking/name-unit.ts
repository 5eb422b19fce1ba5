import type { RankingEntry, RankingUnit } from '@limpid/contract/analysis/ranking-table';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';

/** The name of a site, an entity or a group; an entity without a group has its own. */
export function nameUnit(entry: RankingEntry, by: RankingUnit, language: Language): string {
  if (by === 'site') return entry.siteName ?? '';
  return (by === 'group' && entry.entityGroup) || localised(entry, 'entityName', language);
}
