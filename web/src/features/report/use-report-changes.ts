import { report } from '@limpid/contract/report/report';
import { reportPlan } from '@limpid/contract/report/report-plan';
import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../api/live/live.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';

/** Without the live socket, reports that are being made are read again this often. */
const refreshMs = 10_000;

/** Reads reports again when one has been asked for, made, signed or removed. */
export function useReportChanges(): void {
  const client = useQueryClient();
  usePolledList(report, refreshMs);
  useLive('report', () => {
    void invalidatePath(client, report.path);
    void invalidatePath(client, reportPlan.path);
  });
}
