import { linkageDecision } from '@limpid/contract/fogcannon/linkage-decision';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';

/** The log of decisions of linkage rules. */
export function addLinkageDecisions(app: App): void {
  crud(app, linkageDecision, { table: 'fogDecision', view: 'fogDecisionRow', scope: { dept: 'deptId' } });
}
