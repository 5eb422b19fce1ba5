import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { post } from '@limpid/contract/system/post';
import { crud } from '../../crud/crud.ts';
import { listOptionRows } from '../../crud/list.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';

export function addPosts(app: App): void {
  const table = 'sysPost';
  route(app, optionsEndpoint(post), () => listOptionRows(app.db, { resource: post, table }));
  crud(app, post, { table });
}
