/** Props that a form item passes to its control. */
export interface FormControl<Value> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
  'aria-invalid'?: 'true' | 'false';
  'aria-required'?: 'true' | 'false';
  'aria-describedby'?: string;
}
