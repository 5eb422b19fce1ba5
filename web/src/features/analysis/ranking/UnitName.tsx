import { readCalendar } from '@limpid/contract/analysis/calendar';
import type { RankingEntry, RankingUnit } from '@limpid/contract/analysis/ranking-table';
import { localised } from '@limpid/contract/kit/resource';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { MarkedName } from '../../../ui/MarkedName.tsx';

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
  if (by === 'group' && entry.entityGroup) return entry.entityGroup;
  if (by !== 'site') return <MarkedName name={localised(entry, 'entityName', language)} mark={mark} />;
  const name = <MarkedName name={entry.siteName ?? ''} mark={mark} />;
  if (!hasCalendar) return name;
  const next = new URLSearchParams({ sites: String(entry.siteId) });
  const channels = address.get('channels');
  if (channels) next.set('channels', channels);
  return <Link to={`/analysis/calendar?${next}`}>{name}</Link>;
}
