import { useSession } from '../../../api/session.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';

/** The hour of the time-lapse as people write it; nothing where the present is shown. */
export function useHourText(moment: number | undefined): string {
  const language = useLanguage();
  const zone = useSession((session) => session.zone) || 'Asia/Shanghai';
  return moment === undefined ? '' : formatMoment(moment, zone, language).slice(0, -3);
}
