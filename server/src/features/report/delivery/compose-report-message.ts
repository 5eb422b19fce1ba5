import type { App } from '../../../platform/app.ts';
import { translate } from '../../../platform/texts.ts';
import type { ChannelMessage } from '../../alarm/alarm.api.ts';
import { readPublicAddress } from '../signoff/check-address.ts';
import { type DueMessage, findSmallPdf } from './delivery.store.ts';

/** Many mail servers refuse more than 10 MB, and an attachment grows by a third. */
const maxAttachedBytes = 5 * 1024 * 1024;

/** A line with title and address, and for mail the PDF itself if it is small enough. */
export async function composeReportMessage(
  app: Pick<App, 'db' | 'parameters'>,
  report: DueMessage,
): Promise<ChannelMessage> {
  const { reportId, messageId, reportName: title, subjectName: name, language, edition } = report;
  const { firstDay: first, lastDay: last } = report;
  const write = (key: string, params = {}) => translate(language, `report.message.${key}`, params);
  const days = first === last ? first : write('days', { first, last });
  const subject = write(edition > 1 ? 'subjectRevised' : 'subject', { title, name, days, edition });
  const address = await readPublicAddress(app);
  const link = address && `${address}/analysis/report?reportId=${reportId}`;
  const pdf = await findSmallPdf(app.db, reportId, maxAttachedBytes);
  const lines = [subject, ...(link ? [link] : []), write(link ? 'note' : 'noteWithoutAddress')];
  return {
    id: messageId,
    subject,
    text: lines.join('\n'),
    ...(pdf && { attachments: [{ ...pdf, type: 'application/pdf' }] }),
    event: {
      type: 'report.made',
      data: {
        reportId,
        title,
        subject: name,
        period: report.period,
        first,
        last,
        edition,
        language,
        address: link,
      },
    },
  };
}
