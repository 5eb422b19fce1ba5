import { HOUR_MS } from '@limpid/contract/durations';
import { indexCode } from '@limpid/contract/map/indices';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash } from '../../../air/describe-value.ts';
import { FlagButton } from '../../../air/FlagButton.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { formatChange, formatDecimal, formatDistance } from '../../../lib/format.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { MapSite } from '../map-site.ts';
import parts from '../panel-parts.module.css';
import blocks from '../site-panel/site-blocks.module.css';
import styles from '../site-panel/site-panel.module.css';
import { findNearestReference } from './nearest-reference.ts';
import { isComparable } from './shade-reference.ts';
import { useOwnHour } from './use-own-hour.ts';
import { useReferenceData } from './use-references.ts';

interface NearestReferenceProps {
  site: MapSite;
  /** The channels with a value. */
  channels: readonly Channel[];
  preference: IndexPreference;
  zone: string;
}

/** The nearest reference station, and how the site differs from it in the hour that the station published last. */
export function NearestReference({ site, channels, preference, zone }: NearestReferenceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useReferenceData(site.place !== null);
  const found = data && site.place ? findNearestReference(data, site.place) : undefined;
  const compared = channels.filter(isComparable);
  const { index } = preference;
  const ownHour = useOwnHour({ siteId: site.siteId, channels: compared, index }, found?.reference.releasedAt);
  if (!found) return null;
  const { reference, km } = found;
  const clock = makeZoneClock(zone, language);
  const hour = reference.releasedAt - HOUR_MS;
  // The site may be an hour ahead of what the station has published.
  const known = site.indices?.hour === hour ? site.indices[index].aqi : null;
  const rows = [
    {
      key: indexCode,
      name: t(`map.indices.${index}`),
      unit: '',
      decimals: 0,
      own: known ?? ownHour?.means.get(indexCode) ?? null,
      published: reference.indices[index].aqi,
    },
    ...compared.map(({ code, decimals, unit }) => ({
      key: code,
      name: pollutantSign(code, language) ?? code,
      unit,
      decimals,
      own: ownHour?.means.get(code) ?? null,
      published: reference.values.get(code) ?? null,
    })),
  ].filter(({ own, published }) => own !== null || published !== null);
  return (
    <section aria-label={t('map.nearest.title')} className={parts.block}>
      <h3>
        {t('map.nearest.title')}
        <span className={styles.soft}>{formatDistance(km, language)}</span>
      </h3>
      <p className={blocks.nearName}>
        {[reference.name, reference.city].filter(Boolean).join(' · ')}
        <span className={styles.soft}>
          {t('map.nearest.hour', {
            day: clock.day(hour),
            from: clock.time(hour),
            to: clock.time(hour + HOUR_MS),
          })}
        </span>
      </p>
      <table className={blocks.figures}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('map.chart.line')}</span>
            </th>
            <th scope="col">{t('map.nearest.site')}</th>
            <th scope="col">{t('map.nearest.station')}</th>
            <th scope="col">{t('map.nearest.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, ...row }) => (
            <ComparedRow key={key} {...row} flags={ownHour?.flags.get(key) ?? []} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ComparedRowProps {
  name: string;
  unit: string;
  decimals: number;
  own: number | null;
  published: number | null;
  /** What data rules have found in the hour of the site. */
  flags: readonly string[];
}

function ComparedRow({ name, unit, decimals, own, published, flags }: ComparedRowProps) {
  const language = useLanguage();
  const write = (value: number | null) => (value === null ? dash : formatDecimal(value, decimals, language));
  return (
    <tr>
      <th scope="row">
        {name}
        {unit && <span className={styles.unit}> {unit}</span>}
      </th>
      <td>
        {write(own)}
        {flags.length > 0 && <FlagButton text={flagSign} lines={flags} subject={name} />}
      </td>
      <td>{write(published)}</td>
      <td>{own === null || published === null ? dash : formatChange(own - published, decimals, language)}</td>
    </tr>
  );
}
