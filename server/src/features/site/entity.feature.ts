import { entity } from '@limpid/contract/site/entity';
import { crud } from '../../crud/crud.ts';
import type { Definition } from '../../crud/definition.ts';
import { routeStatus } from '../../crud/status.ts';
import type { App } from '../../platform/app.ts';
import { computeScope } from '../../platform/auth/scope.rule.ts';
import { allowUpload } from '../../platform/files/files.ts';
import { siteChanged } from '../reading/model.api.ts';
import {
  makeEntitySheetImport,
  prepareEntity,
  refuseUsedEntity,
  releaseFile,
  saveEntityParts,
} from './entity.service.ts';
import { countSitesOf, entityScope, hasEntities, isAttachmentInScope } from './entity.store.ts';

export function addEntities(app: App): void {
  const definition: Definition<typeof entity> = {
    resource: entity,
    table: 'siteEntity',
    view: 'siteEntityRow',
    scope: entityScope,
    offered: true,
    cache: { clear: () => app.bus.publish(siteChanged) },
    prepareImport: makeEntitySheetImport,
    beforeWrite: prepareEntity,
    afterWrite: (id, given, writer, before) => saveEntityParts(app, id, given, writer, before),
    async beforeRemove(row, writer) {
      await refuseUsedEntity(row, writer, app.entityUses);
      await releaseFile(app, row, writer.db);
    },
  };
  crud(app, entity, definition);
  routeStatus(app, definition);
  app.entityUses.push({ count: countSitesOf, problem: 'entity.has_sites' });
  app.departmentUses.push({ isUsed: hasEntities, problem: 'department.has_entities' });
  allowAttachmentReaders(app);
  allowUpload(app, 'attachment', [`${entity.permission}:add`, `${entity.permission}:edit`]);
}

/** Whoever may see an entity may read what is attached to it. */
function allowAttachmentReaders(app: App): void {
  const permission = `${entity.permission}:query`;
  const others = app.files.mayRead.attachment;
  app.files.mayRead.attachment = async (caller, file) =>
    (await isAttachmentInScope(app.db, computeScope(caller, permission), file)) ||
    ((await others?.(caller, file)) ?? false);
}
