import {
  calibrationIssue,
  type IssueOutcome,
  rollBackCalibration,
  sendCalibrationIssues,
} from '@limpid/contract/calibration/issue';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { IssueChangeList } from './IssueChangeList.tsx';
import type { IssueChange } from './issue-change.ts';

type IssueAction = 'send' | 'rollBack';

const requests: Record<IssueAction, (ids: number[]) => Promise<{ issues: IssueOutcome[] }>> = {
  send: (issueIds) => call(sendCalibrationIssues, { body: { issueIds } }),
  rollBack: (issueIds) => call(rollBackCalibration, { body: { issueIds } }),
};

/** Issues drafts or rolls back issues, after the sites, the channels and their K and B were confirmed. */
export function useIssueActions() {
  const { t } = useTranslation();
  const { modal, notification } = App.useApp();
  const client = useQueryClient();
  return async (action: IssueAction, changes: readonly IssueChange[]): Promise<void> => {
    const isConfirmed = await modal.confirm({
      title: t(`calibration.issue.${action}.title`),
      content: <IssueChangeList note={t(`calibration.issue.${action}.note`)} changes={changes} />,
      okText: t(`calibration.issue.${action}.action`),
      cancelText: t('kit.cancel'),
      focusable: { autoFocusButton: 'cancel' },
      width: 560,
    });
    if (!isConfirmed) return;
    // The request layer shows the error.
    const answer = await requests[action](changes.map(({ id }) => id)).catch(() => undefined);
    if (!answer) return;
    void invalidatePath(client, calibrationIssue.path.replace('History/issue', ''));
    const refused = answer.issues.filter(({ problem }) => problem !== null);
    if (refused.length === 0) return notification.success({ title: t(`calibration.issue.${action}.done`) });
    notification.error({
      title: t('calibration.issue.refused', { count: refused.length }),
      description: (
        <ul>
          {refused.map(({ siteName, channelCode, problem }) => (
            <li key={`${siteName} ${channelCode}`}>
              {siteName} · {channelCode}
              {' – '}
              {problem}
            </li>
          ))}
        </ul>
      ),
      duration: 0,
    });
  };
}
