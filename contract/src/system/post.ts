import { createTime, dict, id, integer, remark, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const post = resource({
  path: '/system/post',
  permission: 'system:post',
  texts: 'system.post',
  id: 'postId',
  name: 'postName',
  key: ['postCode'],
  order: [{ by: 'postSort' }],
  fields: {
    postId: id(),
    postCode: text({ required: true, max: 64, search: 'like' }),
    postName: text({ required: true, max: 50, search: 'like' }),
    postSort: integer({ required: true, min: 0, max: 9999, default: 0 }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: createTime(),
  },
});
