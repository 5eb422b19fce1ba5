import type { App } from '../platform/app.ts';
import type { Pool } from '../platform/db/transaction.ts';
import { type AlarmWatch, openAlarmWatch } from './alarm/evaluation/alarm-watch.ts';
import type { ReferenceSource } from './data/trend/reference-source.ts';
import { saveReportedParameters } from './device/parameters/save-parameters.ts';
import { noteArrivals, noteChanges } from './forward/delivery/arrival.store.ts';
import { type Ingest, openIngest } from './ingest/ingest.ts';
import { openSiteStates, type SiteStates } from './map/site-states.ts';
import { openHourJudge } from './quality/evaluation/evaluate.ts';
import { withFlags } from './quality/shown/flag-remarks.ts';
import { openReadingWriter } from './reading/changes/reading-writer.ts';
import type { ReadingSource, ReadingWriter, ReadRemarks } from './reading/reading.api.ts';
import { openReadingSource } from './reading/reading-source.ts';
import { openRemarks } from './reading/remarks/read-remarks.ts';
import type { OnChanged } from './reading/storage.api.ts';
import { openReferenceSource } from './reference/open-reference-source.ts';
import { openReportMaker } from './report/making/open-report-maker.ts';
import type { ReportMaker } from './report/making/report-maker.ts';
import { openAirHours } from './rollup/air-hours.ts';
import { openRollUp, type RollUp } from './rollup/roll-up.ts';
import type { AirHourSource } from './rollup/rollup.api.ts';

/** Services that several features share; opened once per process. A feature picks those it needs as its second argument. */
export interface Services {
  ingest: Ingest;
  readings: ReadingSource;
  readRemarks: ReadRemarks;
  writer: ReadingWriter;
  airHours: AirHourSource;
  rollUp: RollUp;
  siteStates: SiteStates;
  references: ReferenceSource;
  alarmWatch: AlarmWatch;
  reports: ReportMaker;
  /** Runs in transactions that change stored readings. */
  onChanged: OnChanged;
}

/** `storage` is a separate pool, so that slow requests do not delay the storing of readings. */
export async function openServices(app: App, storage: Pool): Promise<Services> {
  const alarmWatch = await openAlarmWatch(app);
  const ingest = await openIngest(
    { ...app, pool: storage },
    {
      async onReadings(client, readings, before) {
        await alarmWatch.collectReadings(client, readings);
        await noteArrivals(client, readings, before);
      },
      onReplaced: alarmWatch.collectChanges,
      async onReports(client, reports) {
        await alarmWatch.collectReports(client, reports);
        await saveReportedParameters(client, reports);
      },
    },
  );
  const onChanged: OnChanged = async (client, readings, imported) => {
    await alarmWatch.collectChanges(client, readings);
    await noteChanges(client, readings, imported);
  };
  const airHours = openAirHours(app, ingest.directory);
  return {
    ingest,
    readings: openReadingSource(app, ingest.directory),
    readRemarks: withFlags(app, ingest.directory, openRemarks(app, ingest.directory)),
    writer: openReadingWriter(app, ingest, onChanged),
    onChanged,
    airHours,
    rollUp: openRollUp(app, ingest.directory, {
      onHours: alarmWatch.collectHours,
      judgeHours: openHourJudge(app, ingest.directory),
    }),
    alarmWatch,
    siteStates: openSiteStates(app, ingest, airHours),
    references: openReferenceSource(app),
    reports: openReportMaker(app, airHours),
  };
}
