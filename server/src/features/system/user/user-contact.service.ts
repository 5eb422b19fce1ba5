import { fail } from '@limpid/contract/errors';
import { user } from '@limpid/contract/system/user';
import type { Caller } from '../../../platform/auth/caller.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { contactFields } from '../contact/contact.rule.ts';
import { isContactTaken } from './user-contact.store.ts';

interface ContactChange {
  /** Undefined for a new user. */
  userId: number | undefined;
  values: Readonly<Record<string, unknown>>;
  before: Readonly<Record<string, unknown>> | undefined;
  /** Prefix of the fields' labels. */
  labels: string;
}

/**
 * Refuses a phone or e-mail of another user in the caller's data scope. A contact of any other user is accepted, because
 * an error would reveal that it exists.
 */
export async function checkContacts(db: Database, caller: Caller, change: ContactChange): Promise<void> {
  const { userId, values, before, labels } = change;
  const scope = computeScope(caller, `${user.permission}:list`);
  for (const field of contactFields) {
    const value = values[field];
    if (typeof value !== 'string' || value === '' || value === before?.[field]) continue;
    if (await isContactTaken(db, scope, { field, value, userId }))
      fail('field.taken', { label: `${labels}.${field}` }, field);
  }
}
