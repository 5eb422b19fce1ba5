import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import {
  listNoticeReaders,
  listOpenNotices,
  listTopNotices,
  markAllNoticesRead,
  markNoticeRead,
  notice,
} from '@limpid/contract/system/notice';
import { user } from '@limpid/contract/system/user';
import { crud } from '../../../crud/crud.ts';
import type { Definition, Requester, Writer, WriteValues } from '../../../crud/definition.ts';
import { addRow, editRow } from '../../../crud/write.ts';
import type { App } from '../../../platform/app.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import { allowUpload, attachFiles, detachFiles } from '../../../platform/files/files.ts';
import { WithMessage } from '../../../platform/http/envelope.ts';
import { route } from '../../../platform/http/route.ts';
import {
  countOpenNoticesFor,
  getNoticeContent,
  listOpenNoticesFor,
  listReaders,
  markRead,
} from './notice.store.ts';
import { describeLosses, findPictureIds, prepareContent } from './notice-content.service.ts';

type NoticeValues = WriteValues<typeof notice>;

const topNotices = 5;
const defaultPageSize = 10;

/** Notices are for all users; they have no data scope. */
export function addNotices(app: App): void {
  const releasePictures = (writer: Writer, ids: readonly string[]) => detachFiles(writer.db, app.clock, ids);
  const definition: Definition<typeof notice> = {
    resource: { ...notice, without: [...(notice.without ?? []), 'add', 'edit'] },
    table: 'sysNotice',
    afterWrite(_id, given, writer, before) {
      if (!('noticeContent' in given)) return;
      const shown = findPictureIds(given.noticeContent);
      return releasePictures(
        writer,
        findPictureIds(before?.noticeContent).filter((id) => !shown.includes(id)),
      );
    },
    beforeRemove: (row, writer) => releasePictures(writer, findPictureIds(row.noticeContent)),
    // Every browser shows the notices behind its bell.
    cache: { clear: () => app.live.notify('everybody', 'notice', null) },
  };
  crud(app, definition.resource, definition);
  routeNoticeWrites(app, definition);
  routeNoticeReads(app);
  // The family's clients upload pictures as attachments; saving the notice turns them into illustrations.
  const writers = [`${notice.permission}:add`, `${notice.permission}:edit`];
  for (const purpose of ['illustration', 'attachment'] as const) allowUpload(app, purpose, writers);
}

/** Sanitising may remove parts of a text; the response then says so. */
function routeNoticeWrites(app: App, definition: Definition<typeof notice>): void {
  const { add, edit } = resourceEndpoints(notice);

  async function write(
    { caller, scope, language }: Requester,
    given: NoticeValues,
    before: unknown,
    store: (writer: Writer, values: NoticeValues) => Promise<unknown>,
  ): Promise<WithMessage<void> | undefined> {
    const { noticeContent: html } = given;
    // Before the transaction: pictures take longer than everything in it.
    const content = typeof html === 'string' ? await prepareContent(app, caller, html, before) : undefined;
    const values = content ? { ...given, noticeContent: content.html } : given;
    await app.db.transaction().execute(async (db) => {
      await attachFiles(db, content?.added ?? [], 'illustration', caller);
      await store({ db, caller, scope, language, clock: app.clock, dictionaries: app.dictionaries }, values);
    });
    await definition.cache?.clear();
    const lost = content && describeLosses(content.losses, language);
    return lost === undefined ? undefined : new WithMessage(lost, undefined);
  }

  route(app, add, (context) =>
    write(context, context.body, '', (writer, values) => addRow(definition, writer, values)),
  );
  route(app, edit, async (context) => {
    const { noticeId, ...given }: NoticeValues = context.body;
    const before = await getNoticeContent(app.db, Number(noticeId));
    return write(context, given, before, (writer, values) =>
      editRow(definition, writer, Number(noticeId), values),
    );
  });
}

function routeNoticeReads(app: App): void {
  route(app, listTopNotices, async ({ caller }) => {
    const [data, { unread }] = await Promise.all([
      listOpenNoticesFor(app.db, caller.userId, { limit: topNotices, offset: 0 }),
      countOpenNoticesFor(app.db, caller.userId),
    ]);
    return { data, unreadCount: unread };
  });
  route(app, listOpenNotices, async ({ caller, query }) => {
    const limit = query.pageSize ?? defaultPageSize;
    const offset = ((query.pageNum ?? 1) - 1) * limit;
    const { open } = await countOpenNoticesFor(app.db, caller.userId);
    return { rows: await listOpenNoticesFor(app.db, caller.userId, { limit, offset }), total: open };
  });
  route(app, listNoticeReaders, ({ query, caller, scope }) => {
    const { pageNum = 1, pageSize: limit = defaultPageSize, ...filter } = query;
    const scopes = { readers: scope, phones: computeScope(caller, `${user.permission}:list`) };
    return listReaders(app.db, scopes, filter, { limit, offset: (pageNum - 1) * limit });
  });
  route(app, markNoticeRead, ({ caller, query }) => markRead(app.db, caller.userId, [query.noticeId]));
  route(app, markAllNoticesRead, ({ caller, query }) =>
    markRead(app.db, caller.userId, query.ids ? query.ids.split(',').map(Number) : null),
  );
}
