import { startDemo } from '../features/demo/demo.api.ts';
import type { RunningApp } from './app.ts';

/** The simulated stations of this installation, which report to this gateway. */
export function startDemoRole({ app, services }: Pick<RunningApp, 'app' | 'services'>, gatewayPort: number) {
  const onPublished = services.alarmWatch.collectReferences;
  return startDemo(app, services.ingest.sink, gatewayPort, { onPublished, calibration: services });
}
