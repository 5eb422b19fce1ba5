import { Button, ColorPicker } from 'antd';
import styles from './basedata.module.css';

interface ColourInputProps {
  value?: string;
  onChange?: (colour: string) => void;
  'aria-label'?: string;
  status?: '' | 'error';
}

/** The colours of the air-quality levels, which most bands use. */
const levelColours = ['#00e400', '#ffff00', '#ff7e00', '#ff0000', '#99004c', '#7e0023'];

/** A colour picker that also shows the code of the colour. */
export function ColourInput({ value, onChange, status, 'aria-label': label }: ColourInputProps) {
  return (
    <ColorPicker
      value={value ?? '#ffffff'}
      disabledAlpha
      format="hex"
      presets={[{ label: '', colors: levelColours, key: 'levels', defaultOpen: true }]}
      onChange={(colour) => onChange?.(colour.toHexString().slice(0, 7))}
    >
      <Button
        block
        danger={status === 'error'}
        aria-label={`${label ?? ''} ${value ?? ''}`}
        className={styles.colour}
      >
        <span aria-hidden className={styles.swatch} style={{ background: value ?? 'transparent' }} />
        {value ?? ''}
      </Button>
    </ColorPicker>
  );
}
