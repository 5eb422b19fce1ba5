/** What a station reports to have failed, or the reference station that a site was compared with, as texts name it. */
type PartKind =
  | 'instrument'
  | 'link'
  | 'instrumentAlarm'
  | 'logger'
  | 'input'
  | 'equipment'
  | 'instrumentPower'
  | 'voltage'
  | 'mains'
  | 'reference';

/** A part of a station that failed: which, and whose, such as the channel of an instrument. */
export interface AlarmPart {
  kind: PartKind;
  of: string | null;
}

/** The failed parts of an alarm in its field `detail`. */
export function readParts(detail: unknown): readonly AlarmPart[] {
  // Only the evaluation writes this field.
  const { parts = [] } = (detail ?? {}) as { parts?: readonly AlarmPart[] };
  return parts;
}

/** Names parts in a sentence; `translate` reads the texts of alarms. */
export function describeParts(
  parts: readonly AlarmPart[],
  translate: (key: string, params: Record<string, string>) => string,
): string {
  const names = parts.map(({ kind, of }) => {
    const part = translate(`alarm.part.${kind}`, {});
    return of === null ? part : translate('alarm.part.named', { part, of });
  });
  return names.reduce((list, part) => (list ? translate('alarm.part.list', { list, part }) : part), '');
}
