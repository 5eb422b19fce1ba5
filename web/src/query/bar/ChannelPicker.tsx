import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { pollutantSign } from '../../air/pollutants.ts';
import { useLanguage } from '../../resource/use-language.ts';
import type { MeasuredQuantity } from '../channel/measured.ts';
import styles from './query.module.css';

interface ChannelPickerProps {
  /** With the index, if the screen offers it. */
  channels: readonly MeasuredQuantity[];
  /** The chosen codes. */
  codes: readonly string[];
  /** One by default. */
  max?: number;
  onChange: (codes: string[]) => void;
}

export function ChannelPicker({ channels, codes, max = 1, onChange }: ChannelPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const options = channels.map(({ code, name, unit, index }) => ({
    value: code,
    label: index ? t('data.query.index') : unit ? `${name} (${unit})` : name,
    name: pollutantSign(code, language) ?? name,
  }));
  const nameOf = (code: string) => options.find(({ value }) => value === code)?.name ?? code;
  const label = t(max === 1 ? 'data.query.channel' : 'data.query.channels');
  const common = {
    'aria-label': label,
    showSearch: { optionFilterProp: 'label' },
    popupMatchSelectWidth: false,
    className: styles.channels,
  };
  return (
    <div className={styles.control}>
      <span className={styles.label}>{label}</span>
      {max === 1 ? (
        <Select<string>
          {...common}
          value={codes[0]}
          options={options}
          onChange={(code) => onChange([code])}
        />
      ) : (
        <Select<string[]>
          {...common}
          mode="multiple"
          maxCount={max}
          // More than two hardly fit: their names are one text that is cut off, because a number alone says nothing. MeasuredQuantity
          // by the component, such a text would sometimes stay hidden.
          maxTagCount={codes.length > 2 ? 0 : 'responsive'}
          maxTagPlaceholder={(omitted) =>
            omitted.length < codes.length ? `+${omitted.length}` : codes.map(nameOf).join(', ')
          }
          optionLabelProp="name"
          value={[...codes]}
          options={options}
          onChange={onChange}
        />
      )}
    </div>
  );
}
