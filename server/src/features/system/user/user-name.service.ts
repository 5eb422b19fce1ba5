import { fail } from '@limpid/contract/errors';
import type { Database } from '../../../platform/db/database.ts';
import { isReservedName } from './reserved-name.rule.ts';
import { findNameFacts, lockUserNames } from './user-name.store.ts';

/** Refuses a new user name that is taken, looks like a taken one, or is reserved. */
export async function checkUserName(
  db: Database,
  userName: string,
  { field, label }: { field: string; label: string },
): Promise<void> {
  await lockUserNames(db);
  const { skeleton, isTaken, isAlike } = await findNameFacts(db, userName);
  if (isTaken) fail('field.taken', { label }, field);
  if (isReservedName(skeleton)) fail('user.name_reserved', { name: userName }, field);
  if (isAlike) fail('user.name_alike', { name: userName }, field);
}
