import { useDict } from '../../resource/fields/use-dict.ts';
import { SeverityMark } from '../../ui/severity/SeverityMark.tsx';
import { readSeverity } from '../../ui/severity/severity.ts';

/** The severity of a rule in the words of its dictionary. */
export function RuleSeverity({ severity }: { severity: string }) {
  const text = useDict('alarm_severity').find(({ value }) => value === severity)?.text ?? severity;
  return <SeverityMark severity={readSeverity(severity)} text={text} />;
}
