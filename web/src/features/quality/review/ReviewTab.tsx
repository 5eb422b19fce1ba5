import { AuditOutlined } from '@ant-design/icons';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { flaggedPeriod, reviewPeriods } from '@limpid/contract/quality/flagged-period';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import { orderColumns } from '../../../resource/fields/resource-fields.ts';
import { ListFrame } from '../../../resource/list/ListFrame.tsx';
import { ListPagination } from '../../../resource/list/ListPagination.tsx';
import { ResourceTable } from '../../../resource/list/ResourceTable.tsx';
import { SearchAndToolbar } from '../../../resource/list/SearchAndToolbar.tsx';
import { useChosenColumns } from '../../../resource/list/use-column-choices.ts';
import { useResourceList } from '../../../resource/list/use-resource-list.ts';
import { useSearchPanel } from '../../../resource/list/use-search-panel.ts';
import { useTreeExpansion } from '../../../resource/list/use-tree-expansion.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { periodCells } from './period-cells.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import styles from './review.module.css';

type PeriodRow = RowOf<typeof flaggedPeriod>;

const endpoints = resourceEndpoints(flaggedPeriod);

/** A rule is shown with what it has found. */
const columnFields = orderColumns(flaggedPeriod, [
  'siteName',
  'channelName',
  'ruleName',
  'beganAt',
  'hours',
  'state',
  'counts',
]);
const onDemand = columnFields.filter(({ field }) => field.onDemand).map(({ name }) => name);
const columnWidths = {
  siteName: 160,
  channelName: 140,
  ruleName: 262,
  hours: 78,
  state: 120,
  counts: 100,
  actions: 110,
} as const;

/** Flagged periods, which an auditor confirms or rejects. */
export function ReviewTab() {
  const { t } = useTranslation();
  const list = useResourceList<PeriodRow>({ resource: flaggedPeriod, endpoints });
  const expansion = useTreeExpansion(flaggedPeriod, list);
  const columns = useChosenColumns(flaggedPeriod, columnFields, onDemand);
  const search = useSearchPanel(list);
  const review = useDialog<PeriodRow[]>();
  const mayReview = hasAnyPermission(reviewPeriods.access.permission);
  const actions = (row: PeriodRow) => [
    { key: 'review', text: t('quality.period.actions.review'), run: () => review.show([row]) },
  ];
  const facts = { resource: flaggedPeriod, endpoints, list, expansion };
  return (
    <div className={styles.tab}>
      <SearchAndToolbar
        {...facts}
        search={search}
        columns={columns}
        tools={
          mayReview && (
            <Button
              icon={<AuditOutlined aria-hidden />}
              disabled={list.selectedRows.length === 0}
              onClick={() => review.show(list.selectedRows)}
            >
              {t('quality.period.actions.review')}
            </Button>
          )
        }
      />
      <ListFrame list={list} isBusy={list.isShowingPreviousPage}>
        <ResourceTable
          {...facts}
          columns={columns.shown}
          cells={periodCells}
          columnWidths={columnWidths}
          actions={actions}
          empty={<EmptyState title={t('quality.period.empty')} hint={t('quality.period.emptyHint')} />}
          isSelectable={mayReview}
        />
        <ListPagination list={list} />
      </ListFrame>
      {review.subject && review.open && (
        <ReviewDialog
          key={review.turn}
          periods={review.subject}
          mayReview={mayReview}
          onClose={review.hide}
        />
      )}
    </div>
  );
}
