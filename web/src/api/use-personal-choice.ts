import { keepChoice } from '@limpid/contract/system/profile';
import { useMemo, useState } from 'react';
import { call } from './call.ts';
import { useSession } from './session.ts';

/** A choice this person made (columns, page size), found again on every device and followed by every screen that is open. */
export function usePersonalChoice<T>(name: string, initial: T): [T, (value: T) => void] {
  const key = `limpid:${useSession(({ user }) => user?.userName) ?? ''}:${name}`;
  const kept = useSession(({ choices }) => choices[name]);
  // What is not chosen stays as it was at first, so that who compares finds the same thing.
  const [first] = useState(initial);
  // This device knows what has not arrived at the server.
  const value = useMemo(
    () => readChoice<T>(kept) ?? readChoice<T>(localStorage.getItem(key)) ?? first,
    [kept, key, first],
  );

  function keep(next: T) {
    const text = JSON.stringify(next);
    localStorage.setItem(key, text);
    useSession.setState((session) => ({ choices: { ...session.choices, [name]: text } }));
    sendInTurn(name, text);
  }
  return [value, keep];
}

let sending: Promise<void> = Promise.resolve();

/** One after another, so that the last choice is the one that stays. Here it counts already, whether or not it arrives. */
function sendInTurn(key: string, value: string): void {
  sending = sending
    .then(() => call(keepChoice, { body: { key, value }, quiet: true }))
    .catch(() => undefined);
}

/** What cannot be read, by another version or another hand, is no choice. */
function readChoice<T>(text: string | null | undefined): T | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
