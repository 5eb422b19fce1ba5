import { type RankingUnit, rankingUnits } from '@limpid/contract/analysis/ranking-table';
import type { QueryPermission } from '@limpid/contract/data/site-choice';
import { localised } from '@limpid/contract/kit/resource';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../query/bar/Choice.tsx';
import bar from '../../../query/bar/query.module.css';
import { useSiteEntities } from '../../../query/sites/use-sites.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { type RankingDirection, rankingOrders } from './ranking-query.ts';

interface RankingFiltersProps {
  permission: QueryPermission;
  by: RankingUnit;
  order: RankingDirection;
  entityId: number | undefined;
  /** Without levels, a higher value is not necessarily worse. */
  hasLevels: boolean;
  onBy: (by: RankingUnit) => void;
  onOrder: (order: RankingDirection) => void;
  onEntity: (entityId: number | undefined) => void;
}

/** What is ranked, of which entity, and which end of the ranking comes first. */
export function RankingFilters(props: RankingFiltersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: entities = [] } = useSiteEntities(props.permission);
  const words = props.hasLevels ? (['worst', 'best'] as const) : (['highest', 'lowest'] as const);
  return (
    <>
      <Choice
        label={t('analysis.ranking.fields.by')}
        value={props.by}
        options={rankingUnits.map((value) => ({ value, label: t(`analysis.ranking.units.${value}`) }))}
        onChange={props.onBy}
      />
      <div className={bar.control}>
        <span className={bar.label}>{t('data.query.fields.entityId')}</span>
        <Select<number>
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          className={bar.channels}
          aria-label={t('data.query.fields.entityId')}
          placeholder={t('data.query.allEntities')}
          value={props.entityId}
          onChange={props.onEntity}
          options={entities.map((entity) => ({
            value: entity.entityId,
            label: t('data.query.entityOption', {
              name: localised(entity, 'entityName', language),
              count: entity.siteCount,
            }),
          }))}
        />
      </div>
      <Choice
        label={t('analysis.ranking.fields.order')}
        value={props.order}
        options={rankingOrders.map((value, place) => ({
          value,
          label: t(`analysis.ranking.orders.${words[place]}`),
        }))}
        onChange={props.onOrder}
      />
    </>
  );
}
