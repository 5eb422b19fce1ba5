import { stationReport } from '@limpid/contract/ingest/station-report';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';

/** Reports of stations without measured values; only ingest writes them. */
export function addStationReports(app: App): void {
  crud(app, stationReport, {
    table: 'stationReport',
    view: 'stationReportRow',
    scope: { dept: 'deptId' },
  });
}
