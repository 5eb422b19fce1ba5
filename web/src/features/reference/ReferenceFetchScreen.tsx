import { referenceFetch } from '@limpid/contract/reference/reference-fetch';
import { useTranslation } from 'react-i18next';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';

const looks: Record<string, string> = { running: 'primary', done: 'success', failed: 'danger' };

/** The outcome is shown with the problem, which has no column of its own. */
const columns = {
  fields: orderColumns(referenceFetch, [
    'startedAt',
    'sourceName',
    'outcome',
    'added',
    'revised',
    'unchanged',
    'skipped',
    'rowsRead',
    'newestRelease',
  ]).filter(({ name }) => name !== 'problem' && name !== 'problemDetail'),
  widths: {
    startedAt: 196,
    sourceName: 160,
    outcome: 190,
    newestRelease: 196,
    reason: 112,
    rowsRead: 84,
    added: 104,
    revised: 100,
    unchanged: 116,
    skipped: 96,
    skipReasons: 240,
  },
} as const;

/** Each time a source of reference data was asked, and what came of it. */
export default function ReferenceFetchScreen() {
  const { t } = useTranslation();
  usePolledList(referenceFetch);
  const cells: Cells<typeof referenceFetch> = {
    outcome: ({ outcome, problem, problemDetail }) => (
      <TwoLines
        first={
          <StatusDot look={looks[outcome ?? '']} text={t(`reference.fetch.fields.outcome_${outcome}`)} />
        }
        second={
          problem && (
            <EllipsisText
              text={
                problemDetail
                  ? t('reference.fetch.problemWithDetail', { problem, detail: problemDetail })
                  : problem
              }
            />
          )
        }
      />
    ),
    skipReasons: ({ skipReasons }) =>
      (skipReasons ?? '')
        .split(', ')
        .filter((part) => part !== '')
        .map((part) => {
          const [reason, count] = part.split(' ');
          return `${t(`reference.skipped.${reason}`)} (${count})`;
        })
        .join(', '),
  };
  return (
    <ResourceScreen
      {...{ columns, cells }}
      resource={referenceFetch}
      emptyHint={t('reference.fetch.emptyHint')}
    />
  );
}
