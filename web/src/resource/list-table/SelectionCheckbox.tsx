import controls from '../row-controls.module.css';

interface SelectionCheckboxProps {
  label: string;
  isSelected: boolean;
  isPartlySelected?: boolean;
  onChange: (withShift: boolean) => void;
}

/** A native checkbox, because the library's takes ten times as long to render. */
export function SelectionCheckbox({
  label,
  isSelected,
  isPartlySelected = false,
  onChange,
}: SelectionCheckboxProps) {
  return (
    <label className={controls.tick}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = isPartlySelected;
        }}
        type="checkbox"
        checked={isSelected}
        aria-label={label}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
