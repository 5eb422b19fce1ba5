const key = 'username';

export function readUserName(): string {
  return localStorage.getItem(key) ?? '';
}

/** Only ever the name; an empty one forgets it. */
export function rememberUserName(name: string): void {
  if (name) localStorage.setItem(key, name);
  else localStorage.removeItem(key);
}
