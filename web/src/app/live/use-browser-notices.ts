import { useLive } from '../../api/live/live.ts';

/** Shows browser notifications of alarms, also while the page is in the background. */
export function useBrowserNotices(): void {
  useLive('alarmNotice', ({ id, subject, text }) => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    // Several open pages show one notification, because it has the same tag.
    const notice = new Notification(subject, { body: text.replace(subject, '').trim(), tag: id });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
    });
  });
}
