import type { SiteAlarms } from '@limpid/contract/alarm/alarm-action';
import { type Severity, severities } from '@limpid/contract/alarm/alarm-rule';
import { Select } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { ringLevel } from '../../../air/ring-level.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { severityClass } from '../../../ui/severity/severity.ts';
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
  /** The sites on the map, with the rings of their alarms. */
  drawn: readonly { alarms?: SiteAlarms | undefined }[];
  /** The map shows squares as well. */
  hasReferences: boolean;
  /** Markers may stand for several sites. */
  hasClusters: boolean;
  onChange: (layer: string) => void;
}

/** What the colours mean, and a choice of what sites are coloured by. */
export function MapLegend(props: MapLegendProps) {
  const { scale, indexTitle, channels, saysLevel, drawn, hasReferences, hasClusters, onChange } = props;
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
        <ol className={styles.steps} data-numbered={saysLevel || undefined}>
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
      <AlarmKeys drawn={drawn} />
      {hasClusters && (
        <p className={styles.legendKey}>
          <span aria-hidden className={styles.cluster} />
          {t(scale.isOrdered ? 'map.cluster.legend' : 'map.cluster.anyLegend')}
        </p>
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

/** The rings of the severities on the map. */
function AlarmKeys({ drawn }: Pick<MapLegendProps, 'drawn'>) {
  const { t } = useTranslation();
  const titleId = useId();
  const names = useDict('alarm_severity');
  const present = useMemo(() => listSeverities(drawn), [drawn]);
  if (present.length === 0) return null;
  return (
    <div className={styles.alarms}>
      <h3 id={titleId}>{t('alarm.bell.title')}</h3>
      <ul aria-labelledby={titleId}>
        {present.map((severity) => (
          <li key={severity}>
            <span
              aria-hidden
              className={`${styles.ring} ${severityClass(severity)}`}
              data-severity={severity}
            />
            {names.find(({ value }) => value === severity)?.text ?? severity}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The severities of active alarms, the highest first. */
function listSeverities(drawn: MapLegendProps['drawn']): Severity[] {
  const found = new Set<Severity>();
  for (const { alarms } of drawn) if (alarms) found.add(alarms.severity);
  return severities.filter((severity) => found.has(severity)).toReversed();
}
