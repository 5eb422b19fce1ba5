import { sql } from 'kysely';
import { hashToken } from '../../../platform/auth/tokens.ts';
import { type Clock, minutesFrom } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';

/** A user as known to an identity provider. */
export interface Identity {
  provider: string;
  subject: string;
}

export type CodePurpose = 'bind' | 'login';

type IdentityTables = {
  userIdentity: Identity & { userId: number; boundAt: Date };
  identityCode: Identity & { codeHash: Buffer; purpose: CodePurpose; expiresAt: Date };
  sysUser: { userId: number; userName: string; status: string; delFlag: string };
};

const tables = (db: Database) => db.withTables<IdentityTables>();
/** Binding takes time to type a password; a login follows the redirect at once. */
const lifeMinutes: Record<CodePurpose, number> = { bind: 10, login: 2 };

export async function storeCode(
  db: Database,
  clock: Clock,
  { code, purpose, identity }: { code: string; purpose: CodePurpose; identity: Identity },
): Promise<void> {
  const { provider, subject } = identity;
  const expiresAt = minutesFrom(clock, lifeMinutes[purpose]);
  await tables(db)
    .insertInto('identityCode')
    .values({ codeHash: hashToken(code), purpose, provider, subject, expiresAt })
    .execute();
}

export async function hasCode(
  db: Database,
  clock: Clock,
  code: string,
  purpose: CodePurpose,
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('identityCode')
    .select('provider')
    .where('codeHash', '=', hashToken(code))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the identity of a code and removes the code. */
export async function consumeCode(
  db: Database,
  clock: Clock,
  code: string,
  purpose: CodePurpose,
): Promise<Identity | undefined> {
  return tables(db)
    .deleteFrom('identityCode')
    .where('codeHash', '=', hashToken(code))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', clock.now())
    .returning(['provider', 'subject'])
    .executeTakeFirst();
}

export function findIdentityOwner(db: Database, { provider, subject }: Identity) {
  return tables(db)
    .selectFrom('userIdentity')
    .innerJoin('sysUser', 'sysUser.userId', 'userIdentity.userId')
    .select(['sysUser.userId', 'sysUser.userName', 'sysUser.status'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
}

/** Consumes the code and links its identity to the user; false if the code is gone or the identity is linked already. */
export function linkIdentity(db: Database, clock: Clock, code: string, userId: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const identity = await consumeCode(transaction, clock, code, 'bind');
    if (!identity) return false;
    const { provider, subject } = identity;
    await tables(transaction)
      .deleteFrom('identityCode')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .execute();
    // The identity of a deleted account can be linked again.
    const { rows } = await sql`
      insert into user_identity (provider, subject, user_id, bound_at)
      values (${provider}, ${subject}, ${userId}, ${clock.now()})
      on conflict (provider, subject) do update
      set user_id = excluded.user_id, bound_at = excluded.bound_at
      where exists (select from sys_user u where u.user_id = user_identity.user_id and u.del_flag <> '0')
      returning user_id`.execute(transaction);
    return rows.length > 0;
  });
}

export async function removeExpiredCodes(db: Database, clock: Clock): Promise<number> {
  const removed = await tables(db)
    .deleteFrom('identityCode')
    .where('expiresAt', '<', clock.now())
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
