import {
  calibrationIssue,
  type IssueOutcome,
  maxIssueDays,
  rollBackCalibration,
  sendCalibrationIssues,
} from '@limpid/contract/calibration/issue';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { useQueryClient } from '@tanstack/react-query';
import { App, Checkbox } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useSession } from '../../../api/session.ts';
import { toZoneInstant } from '../../../query/bar/zone-instant.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { IssueChangeList } from './IssueChangeList.tsx';
import styles from './issue.module.css';
import type { IssueChange } from './issue-change.ts';
import { SinceChoice } from './SinceChoice.tsx';

type IssueAction = 'send' | 'rollBack';

/**
 * `since` is the moment from which K and B count, and null from now on; undefined where a device applies them, or where the
 * issue decides.
 */
type Request = (issueIds: number[], since: number | null | undefined) => Promise<{ issues: IssueOutcome[] }>;

const requests: Record<IssueAction, Request> = {
  send: (issueIds, since) =>
    call(sendCalibrationIssues, { body: since === undefined ? { issueIds } : { issueIds, since } }),
  rollBack: (issueIds, since) => call(rollBackCalibration, { body: { issueIds, fromNow: since === null } }),
};

/** K and B count for so many days of the past at most; an hour less, which the dialog may stay open. */
const clampStart = (since: number | null) =>
  since === null ? null : Math.max(since, serverNow() - maxIssueDays * DAY_MS + HOUR_MS);

/** Issues drafts or rolls back issues, after the sites, the channels and their K and B were confirmed. */
export function useIssueActions() {
  const { t } = useTranslation();
  const { modal, notification } = App.useApp();
  const client = useQueryClient();
  const zone = useSession((session) => session.zone);
  return async (action: IssueAction, changes: readonly IssueChange[]): Promise<void> => {
    const [dated] = action === 'send' ? changes.filter(({ target }) => target === 'platform') : [];
    let since = dated && clampStart(readServerTime(dated.since, zone));
    const isConfirmed = await modal.confirm({
      title: t(`calibration.issue.${action}.title`),
      content: (
        <>
          <IssueChangeList note={t(`calibration.issue.${action}.note`)} changes={changes} />
          {action === 'rollBack' && changes.some(({ since: from }) => from !== null) && (
            <Checkbox
              className={styles.fromNow}
              onChange={({ target }) => {
                since = target.checked ? null : undefined;
              }}
            >
              {t('calibration.issue.rollBack.fromNow')}
            </Checkbox>
          )}
          {action === 'send' && since !== undefined && (
            <SinceChoice
              initial={since}
              zone={zone}
              onChange={(next) => {
                since = next;
              }}
            />
          )}
        </>
      ),
      okText: t(`calibration.issue.${action}.action`),
      cancelText: t('kit.cancel'),
      focusable: { autoFocusButton: 'cancel' },
      width: 560,
    });
    if (!isConfirmed) return;
    // The request layer shows the error.
    const answer = await requests[action](
      changes.map(({ id }) => id),
      since,
    ).catch(() => undefined);
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

/** The moment of a date-time of the wire; null without one. */
const readServerTime = (text: string | null, zone: string) =>
  text === null ? null : toZoneInstant(dayjs(text), zone);
