import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { Coverage } from './use-coverage.ts';

interface CoverageSwitchProps {
  coverage: Coverage;
  /** The number of sites that match search and filters. */
  all: number;
}

/** Switches the panels between the sites in view and all sites. */
export function CoverageSwitch({ coverage: { scope, choose, inView, hasView }, all }: CoverageSwitchProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!hasView) return null;
  return (
    <Segmented
      block
      // It keeps its place during a search.
      disabled={inView === undefined}
      size="small"
      aria-label={t('map.coverage.title')}
      value={scope}
      onChange={choose}
      options={[
        {
          value: 'view',
          label: t('map.coverage.view', {
            shown: inView === undefined ? '–' : formatCount(inView, language),
          }),
        },
        { value: 'all', label: t('map.coverage.all', { shown: formatCount(all, language) }) },
      ]}
    />
  );
}
