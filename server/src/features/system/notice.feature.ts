import {
  listOpenNotices,
  listTopNotices,
  markAllNoticesRead,
  markNoticeRead,
  notice,
} from '@limpid/contract/system/notice';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { cleanHtml } from '../../platform/clean-html.ts';
import { route } from '../../platform/http/route.ts';
import { countOpenFor, listOpenFor, markRead } from './notice.store.ts';

const newest = 5;
const pageSize = 10;

/** Notices are for everybody who is logged in: they have no department, and no data scope narrows them. */
export function addNotices(app: App): void {
  crud(app, notice, {
    table: 'sysNotice',
    beforeWrite(values) {
      if (typeof values['noticeContent'] === 'string')
        values['noticeContent'] = cleanHtml(values['noticeContent']);
    },
    // What people read notices through is the bell of every browser.
    cache: { clear: () => app.live.tell('everybody', 'notice', null) },
  });
  addReading(app);
}

function addReading(app: App): void {
  route(app, listTopNotices, async ({ caller }) => {
    const [data, { unread }] = await Promise.all([
      listOpenFor(app.db, caller.userId, { limit: newest, offset: 0 }),
      countOpenFor(app.db, caller.userId),
    ]);
    return { data, unreadCount: unread };
  });
  route(app, listOpenNotices, async ({ caller, query }) => {
    const limit = query.pageSize ?? pageSize;
    const offset = ((query.pageNum ?? 1) - 1) * limit;
    const { open } = await countOpenFor(app.db, caller.userId);
    return { rows: await listOpenFor(app.db, caller.userId, { limit, offset }), total: open };
  });
  route(app, markNoticeRead, ({ caller, query }) => markRead(app.db, caller.userId, [query.noticeId]));
  route(app, markAllNoticesRead, ({ caller, query }) =>
    markRead(app.db, caller.userId, query.ids ? query.ids.split(',').map(Number) : null),
  );
}
