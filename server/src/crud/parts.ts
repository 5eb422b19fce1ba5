import { fail } from '@limpid/contract/errors';
import type { Field } from '@limpid/contract/kit/field';
import type { Secrets } from '../platform/secrets.ts';
import type { FieldValues } from './definition.ts';

type PartsField = Field & { kind: 'parts' };

/** Parts as they go out: a field that was not given is null or its default, and a secret only says whether it is set. */
export function presentParts({ of }: PartsField, stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored;
  const fields = Object.entries(of);
  return stored.map((part: FieldValues) =>
    Object.fromEntries(
      fields.map(([name, field]) => {
        const value = part[name] ?? ('default' in field ? field.default : undefined) ?? null;
        return [name, field.kind === 'secret' ? value !== null : value];
      }),
    ),
  );
}

/** Parts as they are stored: new secrets are sealed, and those that stay are taken from the stored part of the same key. */
export function sealParts(
  { of, key }: PartsField,
  given: unknown,
  before: unknown,
  secrets: Pick<Secrets, 'seal'> | undefined,
): unknown {
  const names = Object.keys(of).filter((name) => of[name]?.kind === 'secret');
  if (names.length === 0 || !Array.isArray(given)) return given;
  const stored: FieldValues[] = Array.isArray(before) ? before : [];
  const seal = (text: string) => secrets?.seal(text) ?? fail('system.unknown');
  return given.map((part: FieldValues) => {
    const old = key === undefined ? undefined : stored.find((one) => one[key] === part[key]);
    const sealed = names.map((name): [string, unknown] => {
      const value = part[name];
      if (value === false) return [name, null];
      return [name, typeof value === 'string' ? seal(value) : (old?.[name] ?? null)];
    });
    return { ...part, ...Object.fromEntries(sealed) };
  });
}
