import { FilterOutlined, SearchOutlined } from '@ant-design/icons';
import { Badge, Button, Input, Popover } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { useHourText } from '../layers/use-timelapse.ts';
import type { MapView } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import { CoverageSwitch } from '../sites/CoverageSwitch.tsx';
import type { ShownSite } from '../sites/select-sites.ts';
import type { Coverage } from '../sites/use-coverage.ts';
import { FilterForm } from './FilterForm.tsx';
import { SiteLines } from './SiteLines.tsx';
import styles from './sites-list.module.css';

interface SitesPanelProps {
  /** The sites that match search and filters, as the map draws them. */
  drawn: readonly ShownSite[];
  coverage: Coverage;
  /** The hour of the time-lapse; undefined for the present. */
  hour: number | undefined;
  total: number;
  view: MapView;
  scale: Scale;
  entities: readonly { id: number; name: string }[];
  onChange: (part: Partial<MapView>) => void;
  onChoose: (site: ShownSite) => void;
}

const noFilter = { search: '', entityIds: [], levels: [], states: [] } satisfies Partial<MapView>;

/** The list of sites, worst first or, where values have no order, by name; it also makes them accessible without a mouse or a map. */
export function SitesPanel(props: SitesPanelProps) {
  const { drawn, coverage, hour, total, view, scale, entities, onChange, onChoose } = props;
  const { select } = coverage;
  const shown = useMemo(() => select(drawn), [select, drawn]);
  const time = useHourText(hour);
  const { t } = useTranslation();
  const language = useLanguage();
  const [isFilterOpen, openFilter] = useState(false);
  useEscape(isFilterOpen, () => openFilter(false));
  const filters = view.entityIds.length + view.levels.length + view.states.length;
  return (
    <section aria-label={t('map.list.title')} className={styles.list}>
      <search className={styles.search}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t('map.list.search')}
          placeholder={t('map.list.search')}
          value={view.search}
          onChange={({ target }) => onChange({ search: target.value })}
        />
        <Popover
          trigger="click"
          placement="bottomRight"
          open={isFilterOpen}
          onOpenChange={openFilter}
          title={t('map.list.filter')}
          content={<FilterForm view={view} scale={scale} entities={entities} onChange={onChange} />}
        >
          <Badge count={filters} size="small">
            <Button aria-label={t('map.list.filter')} icon={<FilterOutlined aria-hidden />} />
          </Badge>
        </Popover>
      </search>
      <output className={styles.count}>
        {t('map.list.count', {
          shown: formatCount(shown.length, language),
          total: formatCount(total, language),
        })}
        {time && ` · ${time}`}
      </output>
      <div className={styles.coverage}>
        <CoverageSwitch coverage={coverage} all={drawn.length} />
      </div>
      {shown.length === 0 && drawn.length > 0 ? (
        <EmptyState
          title={t('map.coverage.none')}
          hint={t('map.coverage.noneHint')}
          action={<Button onClick={() => coverage.choose('all')}>{t('map.list.showAll')}</Button>}
        />
      ) : shown.length === 0 ? (
        <EmptyState
          title={total === 0 ? t('map.list.none') : t('map.list.nothingFound')}
          hint={total === 0 ? t('map.list.noneHint') : t('map.list.nothingFoundHint')}
          action={total > 0 && <Button onClick={() => onChange(noFilter)}>{t('map.list.showAll')}</Button>}
        />
      ) : (
        <SiteLines
          order={scale.isOrdered ? 'worst' : 'name'}
          shown={shown}
          scale={scale}
          entities={entities}
          chosenId={view.siteId}
          onChoose={onChoose}
        />
      )}
    </section>
  );
}
