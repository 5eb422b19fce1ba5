import { keepChoice } from '@limpid/contract/system/profile';
import { useMemo, useState } from 'react';
import { call } from './call.ts';
import { useSession } from './session.ts';

/** A preference of the user (columns, page size), stored for every device and shared by all open screens. */
export function usePersonalChoice<T>(name: string, initial: T): [T, (value: T) => void] {
  const key = `limpid:${useSession(({ user }) => user?.userName) ?? ''}:${name}`;
  const kept = useSession(({ choices }) => choices[name]);
  // A stable reference to the initial value, for comparisons by callers.
  const [first] = useState(initial);
  // Local storage has choices that have not reached the server.
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

/** Sends choices one after another, so that the last one wins; errors are ignored, since local storage has the choice. */
function sendInTurn(key: string, value: string): void {
  sending = sending
    .then(() => call(keepChoice, { body: { key, value }, quiet: true }))
    .catch(() => undefined);
}

/** Ignores what cannot be parsed, such as the form of another version. */
function readChoice<T>(text: string | null | undefined): T | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
