import { readCalendar } from '@limpid/contract/analysis/calendar';
import type { RankingEntry, RankingUnit } from '@limpid/contract/analysis/ranking-table';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { nameUnit } from './name-unit.ts';

interface UnitNameProps {
  entry: RankingEntry;
  by: RankingUnit;
}

/** The name of what is ranked; a site leads to its calendar. */
export function UnitName({ entry, by }: UnitNameProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [address] = useSearchParams();
  const hasCalendar = useSession((session) => holdsPermission(session, [readCalendar.access.permission]));
  const mark = entry.simulated ? t('site.site.simulated.mark') : undefined;
  const text = nameUnit(entry, by, language);
  if (by === 'group' && entry.entityGroup) return text;
  const name = <MarkedName name={text} mark={mark} />;
  if (by !== 'site') return name;
  if (!hasCalendar) return name;
  const next = new URLSearchParams({ sites: String(entry.siteId) });
  const channels = address.get('channels');
  if (channels) next.set('channels', channels);
  return <Link to={`/analysis/calendar?${next}`}>{name}</Link>;
}
