import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { ValueChip } from '../../../air/ValueChip.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { useAddressPart } from '../../../query/state/use-address-part.ts';
import styles from './national.module.css';
import type { RankedCity } from './rank-cities.ts';

interface CityEndsProps {
  /** In the order of their ranks. */
  ranked: readonly RankedCity[];
  scale: MeasureScale;
  onOpen: (city: RankedCity) => void;
}

const shownCount = 10;
const ends = ['worst', 'best'] as const;

/** The ten most polluted or cleanest cities. */
export function CityEnds({ ranked, scale, onOpen }: CityEndsProps) {
  const { t } = useTranslation();
  const [end, setEnd] = useAddressPart('end', ends, ends[0]);
  const valued = ranked.filter(({ value }) => value !== null);
  const shown = end === 'worst' ? valued.slice(0, shownCount) : valued.toReversed().slice(0, shownCount);
  return (
    <ChartCard title={t('analysis.national.ranking')}>
      <Segmented
        block
        size="small"
        className={styles.choice}
        aria-label={t('analysis.national.end')}
        value={end}
        options={ends.map((value) => ({ value, label: t(`analysis.national.${value}`) }))}
        onChange={setEnd}
      />
      <ol className={styles.ends}>
        {shown.map((city) => (
          <li key={city.key}>
            <span className={styles.number}>{city.rank}</span>
            <button type="button" className={styles.name} onClick={() => onOpen(city)}>
              {city.name}
            </button>
            <ValueChip value={city.value} scale={scale} />
          </li>
        ))}
      </ol>
      {shown.length === 0 && <p className={styles.soft}>{t('analysis.national.nothingRanked')}</p>}
    </ChartCard>
  );
}
