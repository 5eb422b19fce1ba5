/** What the form item around a control gives it. */
export interface FormControl {
  id?: string;
  value?: string | null;
  onChange?: (value: string) => void;
  'aria-invalid'?: 'true' | 'false';
  'aria-required'?: 'true' | 'false';
  'aria-describedby'?: string;
}

/** A control with a note of its own below it is described by that too, after what the form says of it. */
export function describedBy(control: FormControl, note: string | undefined): string | undefined {
  return [control['aria-describedby'], note].filter(Boolean).join(' ') || undefined;
}
