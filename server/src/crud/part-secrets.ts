import { fail } from '@limpid/contract/errors';
import type { Field } from '@limpid/contract/kit/field';
import { isSealed, type Secrets } from '../platform/secrets.ts';
import type { FieldValues } from './definition.ts';

type Parts = readonly FieldValues[];
type PartsField = Field & { kind: 'parts' };

/** Parts of the wire: a field that was not given is null or its default, and of a secret whether it is set. */
export function presentParts({ of }: PartsField, parts: unknown): unknown {
  if (!Array.isArray(parts)) return parts;
  const fields = Object.entries(of);
  return (parts as Parts).map((part) =>
    Object.fromEntries(
      fields.map(([name, field]) => {
        if (field.kind === 'secret') return [name, typeof part[name] === 'string'];
        return [name, part[name] ?? ('default' in field ? field.default : undefined) ?? null];
      }),
    ),
  );
}

/**
 * Parts as they are stored: a text is sealed. A secret that is not given stays that of the stored part with the same key,
 * or without a key with the same other values; one that has none is refused if it is required.
 */
export function sealParts(
  fieldName: string,
  { of, key }: PartsField,
  { given, before, secrets }: { given: Parts; before: unknown; secrets: Secrets | undefined },
): Parts {
  const names = Object.entries(of).filter(([, { kind }]) => kind === 'secret');
  if (names.length === 0) return given;
  const open = Object.keys(of).filter((name) => of[name]?.kind !== 'secret');
  const keyOf = (part: FieldValues) =>
    JSON.stringify((key === undefined ? open : [key]).map((name) => part[name] ?? null));
  const seal = (text: string) => secrets?.seal(text) ?? fail('system.unknown');
  const stored = new Map((Array.isArray(before) ? (before as Parts) : []).map((part) => [keyOf(part), part]));
  return given.map((part) => {
    const sealed = names.map(([name, { required, label }]) => {
      const value = part[name];
      if (typeof value === 'string') return [name, seal(value)];
      const kept = value === false ? undefined : stored.get(keyOf(part))?.[name];
      if (typeof kept === 'string') return [name, isSealed(kept) ? kept : seal(kept)];
      return required ? fail('field.required', { label: label ?? name }, fieldName) : [name, null];
    });
    return { ...part, ...Object.fromEntries(sealed) };
  });
}
