import { post } from '@limpid/contract/system/post';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';

export function addPosts(app: App): void {
  crud(app, post, { table: 'sysPost', offered: true });
}
