import { SECOND_MS } from '@limpid/contract/durations';
import { useServerTime } from '../../api/server-clock.ts';
import { useSession } from '../../api/session.ts';
import { formatSpan } from '../../lib/format.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { type AlarmRow, readMoment } from './alarm.ts';

/** How long an alarm lasted, or has been running. */
export function AlarmDuration({ row }: { row: AlarmRow }) {
  const language = useLanguage();
  if (row.endedAt || !row.raisedAt) return formatSpan(row.seconds ?? 0, language);
  return <RunningDuration since={row.raisedAt} />;
}

function RunningDuration({ since }: { since: string }) {
  const language = useLanguage();
  const zone = useSession((session) => session.zone);
  const now = useServerTime(SECOND_MS);
  return formatSpan((now - readMoment(since, zone)) / SECOND_MS, language);
}
