import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { publishWithin } from '../../../platform/bus.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../platform/lease/lease.store.ts';
import { makeStoredText } from '../../../platform/texts.ts';
import { cannonOrdered, linkageDecided } from '../cannon-changed.ts';
import type { RuleRunEnd } from '../execution/cannon-writer.ts';
import { insertOffOrder, insertOrder } from '../execution/order.store.ts';
import { onExpiryMs } from '../execution/order-cannon.ts';
import type { LinkageDecision } from './decide.rule.ts';
import { describeDecision } from './describe-decision.rule.ts';
import {
  insertDecision,
  type Linkage,
  type LinkageState,
  lockFreeCannon,
  type RuleRun,
  saveLinkageState,
} from './linkage.store.ts';

const minuteSeconds = 60;

export interface DecisionWriter {
  /** Stores a decision with its order, and the state of the rule at the cannon; returns that state. */
  write(
    linkage: Linkage,
    state: LinkageState,
    decision: LinkageDecision | undefined,
    before: LinkageState,
  ): Promise<LinkageState>;
  /** Ends a run of a rule that no longer governs the cannon. */
  endOrphan(run: RuleRun): Promise<void>;
}

/** Stores what rules decide, as long as this process controls cannons: an order and its reason are one transaction. */
export function makeDecisionWriter(
  { pool, clock }: Pick<App, 'pool' | 'clock'>,
  lease: Lease,
): DecisionWriter {
  const write = (work: (client: Connection) => Promise<void>) =>
    transact(pool, async (client) => {
      await assertLease(client, lease);
      await work(client);
      await publishWithin(client, linkageDecided);
    });

  async function order(client: Connection, linkage: Linkage, { kind, reason }: LinkageDecision, at: Date) {
    const { cannonId, ruleId, ruleName, jogSeconds, maxRunMinutes } = linkage;
    await publishWithin(client, cannonOrdered);
    if (kind === 'stop') {
      const orderer = { reason: reason === 'maxRun' ? 'limit' : 'rule', ruleId, ruleName } as const;
      return insertOffOrder(client, cannonId, orderer, at);
    }
    const maxSeconds = maxRunMinutes * minuteSeconds;
    return insertOrder(client, {
      cannonId,
      action: jogSeconds === null ? 'on' : 'jog',
      seconds: jogSeconds === null ? null : Math.min(jogSeconds, maxSeconds),
      maxSeconds,
      reason: 'rule',
      ruleId,
      ruleName,
      at,
      expiresAt: new Date(at.getTime() + onExpiryMs),
    });
  }

  return {
    async write(linkage, state, decision, before) {
      const at = clock.now();
      const next = { ...state };
      const isSwitching = decision?.kind === 'start' || decision?.kind === 'stop';
      if (isSwitching && linkage.isDryRun) {
        next.startedAt = decision.kind === 'start' ? at.getTime() : null;
        if (decision.kind === 'stop') next.endedAt = at.getTime();
      } else if (decision?.kind === 'start') next.orderedAt = at.getTime();
      if (!decision && isSame(next, before)) return next;
      let isOvertaken = false;
      await write(async (client) => {
        const isFree =
          !isSwitching || linkage.isDryRun || (await lockFreeCannon(client, linkage, decision.kind, at));
        if (!isFree) {
          isOvertaken = true;
          return;
        }
        const orderId = isSwitching && !linkage.isDryRun ? await order(client, linkage, decision, at) : null;
        if (decision) {
          const { key, params } = describeDecision(decision, linkage);
          await insertDecision(client, {
            at,
            linkage,
            decision,
            description: makeStoredText(key, params),
            orderId,
          });
        }
        await saveLinkageState(client, next);
      });
      return isOvertaken ? before : next;
    },
    endOrphan: ({ cannonId, ruleId, ruleName }) =>
      write(async (client) => {
        const at = clock.now();
        const orderId = await insertOffOrder(client, cannonId, { reason: 'rule', ruleId, ruleName }, at);
        if (orderId === null) return;
        await publishWithin(client, cannonOrdered);
        await insertDecision(client, {
          at,
          linkage: { cannonId, ruleId, ruleName, siteId: null, isDryRun: false },
          decision: { kind: 'stop', reason: 'disabled' },
          description: makeStoredText('fogcannon.decisions.stop.disabled'),
          orderId,
        });
      }),
  };
}

function isSame(one: LinkageState, other: LinkageState): boolean {
  const names = ['orderedAt', 'startedAt', 'endedAt', 'hold'] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Logs that the platform ends a run of a rule: its time is over, or the rule's process was interrupted. */
export async function noteRuleRunEnd(
  client: Connection,
  { run, reason, siteId, orderId, at }: RuleRunEnd,
): Promise<void> {
  const { cannonId, ruleId, startedBy, jogSeconds, startedAt, stopBy } = run;
  if (ruleId === null) return;
  const decided = reason === 'limit' ? 'maxRun' : reason;
  const minutes = Math.round(((stopBy ?? startedAt) - startedAt) / MINUTE_MS);
  await insertDecision(client, {
    at,
    linkage: { cannonId, ruleId, ruleName: startedBy ?? '', siteId, isDryRun: false },
    decision: { kind: 'stop', reason: decided },
    description: makeStoredText(`fogcannon.decisions.stop.${decided}`, { minutes, seconds: jogSeconds ?? 0 }),
    orderId,
  });
  await publishWithin(client, linkageDecided);
}
