import controls from '../row-controls.module.css';

interface SelectionCheckboxProps {
  label: string;
  isSelected: boolean;
  isPartlySelected?: boolean;
  onChange: (withShift: boolean) => void;
}

/** The browser's own box: the library's costs ten times as much, and a page has many. */
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
