import { forwardLog } from '@limpid/contract/monitor/forward-log';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { LogScreen } from './log/LogScreen.tsx';

/** What was sent to receivers, or could not be. */
export default function ForwardLogScreen() {
  const { t } = useTranslation();
  const mayOpen = hasAnyPermission('site:forwardTarget:query');
  const cells: Cells<typeof forwardLog> = {
    targetName: ({ targetId, targetName }) =>
      mayOpen && targetId !== null && targetName ? (
        <Link to={`/site/forwardTarget/${targetId}`}>{targetName}</Link>
      ) : (
        targetName
      ),
    kind: ({ kind }) => kind !== null && t(`forward.kinds.${kind}`),
  };
  return <LogScreen resource={forwardLog} cells={cells} detailCells={cells} />;
}
