import controls from '../row-controls.module.css';

interface TickProps {
  label: string;
  isTicked: boolean;
  isPartly?: boolean;
  onChange: (withShift: boolean) => void;
}

/** The browser's own box: the library's costs ten times as much, and a page has many. */
export function Tick({ label, isTicked, isPartly = false, onChange }: TickProps) {
  return (
    <label className={controls.tick}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        type="checkbox"
        checked={isTicked}
        aria-label={label}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
