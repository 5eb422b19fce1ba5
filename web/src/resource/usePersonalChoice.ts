import { useState } from 'react';
import { useSession } from '../api/session.ts';

/** A choice this person made on this device (columns, page size), kept in local storage. */
export function usePersonalChoice<T>(name: string, initial: T): [T, (value: T) => void] {
  const person = useSession((session) => session.user?.userName ?? '');
  const key = `limpid:${person}:${name}`;
  const [value, setValue] = useState<T>(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? initial : JSON.parse(stored);
  });

  function keep(next: T) {
    localStorage.setItem(key, JSON.stringify(next));
    setValue(next);
  }
  return [value, keep];
}
