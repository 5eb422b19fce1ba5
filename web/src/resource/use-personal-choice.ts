import { keepChoice } from '@limpid/contract/system/profile';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';

/** A choice this person made (columns, page size), found again on every device; this one knows it without asking. */
export function usePersonalChoice<T>(name: string, initial: T): [T, (value: T) => void] {
  const { user, choices } = useSession.getState();
  const key = `limpid:${user?.userName ?? ''}:${name}`;
  const [value, setValue] = useState<T>(
    () => readChoice(choices[name]) ?? readChoice(localStorage.getItem(key)) ?? initial,
  );

  function keep(next: T) {
    const text = JSON.stringify(next);
    localStorage.setItem(key, text);
    useSession.setState((session) => ({ choices: { ...session.choices, [name]: text } }));
    setValue(next);
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
