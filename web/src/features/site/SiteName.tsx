import { useTranslation } from 'react-i18next';
import type { ResourceRow } from '../../resource/row.ts';
import { MarkedName } from '../../ui/MarkedName.tsx';

/** The name of a site, and whether what it reports is made up. */
export function SiteName({ row }: { row: ResourceRow }) {
  const { t } = useTranslation();
  const mark = row.simulated === true ? t('site.site.simulated.mark') : undefined;
  return <MarkedName name={String(row.siteName)} mark={mark} />;
}
