import type { FormControl } from '../../../resource/form/form-control.ts';

export type TextControl = FormControl<string | null | undefined>;

/** The ids that describe a control: the message of the form item, then the control's own note. */
export function describedBy(control: TextControl, note: string | undefined): string | undefined {
  return [control['aria-describedby'], note].filter(Boolean).join(' ') || undefined;
}
