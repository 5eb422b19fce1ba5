import { stationReport } from '@limpid/contract/ingest/station-report';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';

/** What stations report beside measured values; written by ingest alone. */
export function addStationReports(app: App): void {
  crud(app, stationReport, {
    table: 'stationReport',
    view: 'stationReportRow',
    scope: { dept: 'deptId' },
  });
}
