import { linkageRule, listLinkageChoices } from '@limpid/contract/fogcannon/linkage-rule';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { announceChanges } from '../../../platform/live/announce-changes.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import { linkageDecided, linkagesEdited } from '../cannon-changed.ts';
import { cannonScope } from '../cannons/cannon.store.ts';
import { type LinkageColumns, prepareLinkage } from './linkage.service.ts';
import { listChoices, listTargets, replaceTargets } from './linkage-row.store.ts';
import { addLinkagePreview } from './preview.feature.ts';

interface Services {
  readings: ReadingSource;
  ingest: { directory: SiteDirectory };
}

/** Linkage rules, their preview, and the log of their decisions. */
export function addLinkages(app: App, services: Services): void {
  const { directory } = services.ingest;
  const definition: Definition<typeof linkageRule, LinkageColumns> = {
    resource: linkageRule,
    table: 'fogLinkageRule',
    view: 'fogLinkageRuleRow',
    scope: cannonScope,
    cache: { clear: () => app.bus.publish(linkagesEdited) },
    beforeWrite: (values, writer, before) => prepareLinkage(values, writer, before, directory),
    async afterWrite(id, { cannonIds }, { db }) {
      if (cannonIds) await replaceTargets(db, id, cannonIds);
    },
    complete: async (row, db) => ({ ...row, cannonIds: await listTargets(db, row.ruleId) }),
  };
  route(app, listLinkageChoices, ({ query: { entityId }, scope }) => listChoices(app.db, scope, entityId));
  addLinkagePreview(app, services);
  crud(app, linkageRule, definition);
  routeStatus(app, definition);
  announceChanges(app, linkageDecided, 'fogCannon');
}
