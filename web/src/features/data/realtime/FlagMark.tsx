import { FlagButton } from '../../../air/FlagButton.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import { useFlagWords } from '../../../air/use-flag-words.ts';

const signs: Record<string, string> = { invalid: '!', range: '↕', limit: '▲' };

interface FlagMarkProps {
  problems: readonly string[];
  /** What data rules have found, in words. */
  rules: readonly string[];
  channel: string;
}

/** A sign or the letter of a flag for each problem of a value; explained on hover, touch or focus. */
export function FlagMark({ problems, rules, channel }: FlagMarkProps) {
  const lines = [...rules, ...problems.map(useFlagWords())];
  const marks = [
    ...(rules.length > 0 ? [flagSign] : []),
    ...problems.map((problem) => signs[problem] ?? problem),
  ];
  return <FlagButton text={marks.join(' ')} lines={lines} subject={channel} />;
}
