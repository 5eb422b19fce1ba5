import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { ringLevel } from '../../../air/ring-level.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import layout from '../map.module.css';
import { indexLayer } from '../map-view.ts';
import styles from './legend.module.css';
import type { Scale } from './shade.ts';

interface MapLegendProps {
  scale: Scale;
  indexTitle: string;
  channels: readonly Channel[];
  /** Markers show the number of their level beside their value. */
  saysLevel: boolean;
  /** The map shows squares as well. */
  hasReferences: boolean;
  onChange: (layer: string) => void;
}

/** What the colours mean, and a choice of what sites are coloured by. */
export function MapLegend(props: MapLegendProps) {
  const { scale, indexTitle, channels, saysLevel, hasReferences, onChange } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const lowest = (place: number) => scale.steps[place - 1]?.upTo ?? 0;
  const range = (upTo: number | null, place: number) =>
    upTo === null
      ? `> ${formatDecimal(lowest(place), scale.decimals, language)}`
      : `≤ ${formatDecimal(upTo, scale.decimals, language)}`;
  return (
    <section aria-label={t('map.legend.title')} className={`${layout.legend} ${styles.legend}`}>
      <Select
        size="small"
        variant="borderless"
        aria-label={t('map.legend.layer')}
        className={styles.layerChoice}
        popupMatchSelectWidth={false}
        value={scale.layer}
        options={[
          { value: indexLayer, label: indexTitle },
          ...channels.map(({ code, name, unit }) => ({
            value: code,
            label: unit ? `${name} (${unit})` : name,
          })),
        ]}
        onChange={onChange}
      />
      {scale.steps.length === 0 ? (
        <p className={styles.legendNote}>{t('map.legend.noBands')}</p>
      ) : (
        <ol className={styles.steps}>
          {scale.steps.map(({ upTo, fill, name }, place) => (
            <li key={upTo ?? 'last'}>
              <span aria-hidden className={styles.stepColour} style={{ background: fill }} />
              <span className={styles.stepRange}>{range(upTo, place)}</span>
              <span className={styles.stepName}>
                {saysLevel && <span aria-hidden>{ringLevel(place + 1)} </span>}
                {name}
              </span>
            </li>
          ))}
        </ol>
      )}
      {hasReferences && (
        <p className={styles.legendKey}>
          <span aria-hidden className={styles.square} />
          {t('map.tools.references')}
        </p>
      )}
    </section>
  );
}
