/** What a DTU sends first: its registration, and a password after it where it has one. */
export interface DtuAccount {
  registration: string;
  password: string | null;
}

export type DtuLogin =
  | { kind: 'known'; registration: string }
  | { kind: 'password'; registration: string }
  | { kind: 'unknown'; text: string };

const shownLength = 64;
const anySeparator = /[\s,;:|/]/;
const separator = /^[\s,;:|/]+/;

/** Finds the account that the first bytes of a DTU name. */
export function readRegistration(bytes: Uint8Array, accounts: readonly DtuAccount[]): DtuLogin {
  const text = printable(bytes);
  // The longest one first: one registration may begin with another.
  const named = accounts
    .filter(({ registration }) => isNamed(text, registration))
    .sort((one, other) => other.registration.length - one.registration.length);
  const [first] = named;
  // What follows a separator may be a password.
  if (!first) return { kind: 'unknown', text: (text.split(anySeparator)[0] ?? '').slice(0, shownLength) };
  const { registration } = first;
  const given = text.slice(registration.length).replace(separator, '');
  const isRight = named
    .filter((account) => account.registration === registration)
    .every(({ password }) => password === null || password === given);
  return { kind: isRight ? 'known' : 'password', registration };
}

/** Whether a DTU can send a password so that it is recognised: separators before it and spaces around it are dropped. */
export function isSendable(password: string): boolean {
  const account = { registration: 'R', password };
  return readRegistration(Buffer.from(`R,${password}`), [account]).kind === 'known';
}

/** The text is the registration, alone or with something behind a separator. */
function isNamed(text: string, registration: string): boolean {
  if (!text.startsWith(registration)) return false;
  const rest = text.slice(registration.length);
  return rest === '' || separator.test(rest);
}

function printable(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('utf8')
    .replace(/[\p{Cc}\uFFFD]+/gu, ' ')
    .trim();
}
