import type { App } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { makeStoredText } from '../../../platform/texts.ts';
import { readAutomaticReach } from '../configs/automatic-rights.ts';
import { listMembers } from '../configs/config.store.ts';
import { decideResults, listProposedResults } from './result.store.ts';
import { findRunSettings, type RunSettings } from './run.store.ts';

/**
 * Accepts those proposals of a round that its config may accept by itself now; returns why the others wait for a person, as
 * a stored text, or null.
 */
export async function acceptAutomatically(
  { clock }: Pick<App, 'clock'>,
  db: Database,
  { runId, settings }: { runId: number; settings: RunSettings },
): Promise<string | null> {
  const { configId } = settings;
  const proposals = await listProposedResults(db, runId);
  if (settings.acceptance !== 'automatic' || proposals.length === 0) return null;
  const { siteIds, channelIds } = await listMembers(db, configId);
  const members = (await isUnchanged(db, settings))
    ? proposals.filter((one) => siteIds.includes(one.siteId) && channelIds.includes(one.channelId))
    : [];
  const reach = await readAutomaticReach(
    db,
    configId,
    members.map(({ siteId }) => siteId),
  );
  const accepted = members.filter(({ siteId }) => reach.siteIds.has(siteId));
  const resultIds = accepted.map(({ resultId }) => resultId);
  await decideResults(db, resultIds, { decision: 'accepted', by: null, at: clock.now() });
  const count = proposals.length - accepted.length;
  if (count === 0) return null;
  if (members.length < proposals.length) return makeStoredText('calibration.run.changed', { count });
  return makeStoredText('calibration.run.notAutomatic', { count, name: reach.name ?? '–' });
}

/** Whether the config says the same as when the round began; it may have another name. */
async function isUnchanged(db: Database, settings: RunSettings): Promise<boolean> {
  const now = await findRunSettings(db, { all: true }, settings.configId);
  const before: Readonly<Record<string, unknown>> = { ...settings };
  return (
    now !== undefined &&
    Object.entries(now).every(([name, value]) => name === 'configName' || before[name] === value)
  );
}
