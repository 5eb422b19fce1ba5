import { referenceFetch } from '@limpid/contract/reference/reference-fetch';
import { useTranslation } from 'react-i18next';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';

const looks: Record<string, string> = { running: 'primary', done: 'success', failed: 'danger' };

/** Each time a source of reference data was asked, and what came of it. */
export default function ReferenceFetchScreen() {
  const { t } = useTranslation();
  usePolledList(referenceFetch);
  const cells: Cells<typeof referenceFetch> = {
    outcome: ({ outcome }) => (
      <StatusDot look={looks[outcome ?? '']} text={t(`reference.fetch.fields.outcome_${outcome}`)} />
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
  return <ResourceScreen resource={referenceFetch} cells={cells} />;
}
