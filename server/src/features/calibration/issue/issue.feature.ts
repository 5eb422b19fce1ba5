import { calibrationHistory } from '@limpid/contract/calibration/history';
import {
  calibrationIssue,
  issueCalibration,
  rollBackCalibration,
  sendCalibrationIssues,
} from '@limpid/contract/calibration/issue';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { announceChanges } from '../../../platform/live/announce-changes.ts';
import { issueResults, sendIssues } from './issue.service.ts';
import { issuesChanged } from './issues-changed.ts';
import { rollBackIssues } from './roll-back.ts';

/** Issuing K and B, their history, and the published hours that calibrations use. */
export function addCalibrationIssues(app: App): void {
  // Published hours are public, so they have no data scope.
  crud(app, calibrationHistory, { table: 'referenceReading', view: 'calibrationHistoryRow' });
  crud(app, calibrationIssue, {
    table: 'calibrationIssue',
    view: 'calibrationIssueRow',
    scope: { dept: 'deptId' },
  });
  announceChanges(app, issuesChanged, 'calibrationIssue');
  route(app, issueCalibration, async ({ body, ...issuer }) => ({
    issues: await issueResults(app, { ...issuer, ...body }),
  }));
  route(app, sendCalibrationIssues, async ({ body, ...issuer }) => ({
    issues: await sendIssues(app, { ...issuer, ...body }),
  }));
  route(app, rollBackCalibration, async ({ body, caller, scope, language }) => ({
    issues: await rollBackIssues(app, body, { caller, scope, language }),
  }));
}
