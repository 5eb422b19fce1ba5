import { fail } from '@limpid/contract/errors';
import type { Database } from '../../../platform/db/database.ts';
import { isReservedName } from './reserved-name.rule.ts';
import { findNameFacts, lockNames } from './user-name.store.ts';

/** Refuses a new user name that is taken, looks like one that is, or speaks for the installation. */
export async function checkUserName(
  db: Database,
  userName: string,
  { field, label }: { field: string; label: string },
): Promise<void> {
  await lockNames(db);
  const { skeleton, isTaken, isAlike } = await findNameFacts(db, userName);
  if (isTaken) fail('field.taken', { label }, field);
  if (isReservedName(skeleton)) fail('user.name_reserved', { name: userName }, field);
  if (isAlike) fail('user.name_alike', { name: userName }, field);
}
