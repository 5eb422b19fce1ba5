import { Select } from 'antd';
import type { FormControl } from './form-control.ts';

interface CodesInputProps extends FormControl<string | null | undefined> {
  'aria-label'?: string;
  status?: '' | 'error';
}

/** Edits several codes that are stored as one comma-separated text. */
export function CodesInput({ value, onChange, ...control }: CodesInputProps) {
  return (
    <Select<string[]>
      {...control}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', '、', ';', '；', ' ']}
      value={(value ?? '').split(/[\s,]+/).filter((code) => code !== '')}
      onChange={(codes) => onChange?.(codes.join(', ') || null)}
    />
  );
}
