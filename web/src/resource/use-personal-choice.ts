import { useState } from 'react';
import { useSession } from '../api/session.ts';

/** A choice this person made on this device (columns, page size), kept in local storage. */
export function usePersonalChoice<T>(name: string, initial: T): [T, (value: T) => void] {
  const person = useSession((session) => session.user?.userName ?? '');
  const key = `limpid:${person}:${name}`;
  const [value, setValue] = useState<T>(() => readChoice(key) ?? initial);

  function keep(next: T) {
    localStorage.setItem(key, JSON.stringify(next));
    setValue(next);
  }
  return [value, keep];
}

/** What cannot be read, by another version or another hand, is no choice. */
function readChoice<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
