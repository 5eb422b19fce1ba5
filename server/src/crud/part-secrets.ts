import { fail } from '@limpid/contract/errors';
import type { Field } from '@limpid/contract/kit/field';
import { isSealed, type Secrets } from '../platform/secrets.ts';
import type { FieldValues } from './definition.ts';

type Parts = readonly FieldValues[];
type Of = Readonly<Record<string, Field>>;

const listSecrets = (of: Of) => Object.entries(of).filter(([, { kind }]) => kind === 'secret');

/** Parts of the wire: of a secret whether it is set. */
export function presentParts(of: Of, parts: unknown): unknown {
  const secrets = listSecrets(of);
  if (secrets.length === 0 || !Array.isArray(parts)) return parts;
  return (parts as Parts).map((part) => ({
    ...part,
    ...Object.fromEntries(secrets.map(([name]) => [name, typeof part[name] === 'string'])),
  }));
}

/**
 * Parts as they are stored: a text is sealed. A secret that is not given stays that of the stored part with the same other
 * values; one that has none is refused if it is required.
 */
export function sealParts(
  fieldName: string,
  of: Of,
  { given, before, secrets }: { given: Parts; before: unknown; secrets: Secrets | undefined },
): Parts {
  const names = listSecrets(of);
  if (names.length === 0) return given;
  const keyOf = (part: FieldValues) =>
    JSON.stringify(
      Object.keys(of).flatMap((name) => (of[name]?.kind === 'secret' ? [] : [part[name] ?? null])),
    );
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
