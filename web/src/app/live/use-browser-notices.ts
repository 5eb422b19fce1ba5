import { confirmNotice } from '@limpid/contract/alarm/notify-notice';
import { call } from '../../api/call.ts';
import { useLive } from '../../api/live/live.ts';

/** Shows browser notifications of alarms, also while the page is in the background, and confirms them. */
export function useBrowserNotices(): void {
  useLive('alarmNotice', ({ id, subject, text }) => {
    const shown = showNotice(id, subject, text);
    // Without the confirmation the delivery log says that no page was open.
    call(confirmNotice, { body: { id, shown }, quiet: true }).catch(() => undefined);
  });
}

/** False if the browser does not allow notifications. */
function showNotice(id: string, subject: string, text: string): boolean {
  if (!('Notification' in window) || Notification.permission !== 'granted') return false;
  // Several open pages show one notification, because it has the same tag.
  const notice = new Notification(subject, { body: text.replace(subject, '').trim(), tag: id });
  notice.addEventListener('click', () => {
    window.focus();
    notice.close();
  });
  return true;
}
