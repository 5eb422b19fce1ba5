import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../air/channel.ts';
import { pollutantSign } from '../../air/pollutants.ts';
import { useLanguage } from '../../resource/use-language.ts';
import styles from './query.module.css';

interface ChannelPickerProps {
  channels: readonly Channel[];
  /** The chosen codes; none stands for the index, if the screen offers it. */
  codes: readonly string[];
  /** One by default. */
  max?: number;
  /** The screen can show the index instead of a channel. */
  hasIndex?: boolean;
  onChange: (codes: string[]) => void;
}

/** The value of the option for the index, which is no code of a channel. */
const index = '';

export function ChannelPicker({ channels, codes, max = 1, hasIndex = false, onChange }: ChannelPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const options = channels.map(({ code, name, unit }) => ({
    value: code,
    label: unit ? `${name} (${unit})` : name,
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
          value={codes[0] ?? (hasIndex ? index : undefined)}
          options={hasIndex ? [{ value: index, label: t('data.query.index') }, ...options] : options}
          onChange={(code) => onChange(code === index ? [] : [code])}
        />
      ) : (
        <Select<string[]>
          {...common}
          mode="multiple"
          maxCount={max}
          // More than two hardly fit: their names are one text that is cut off, because a number alone says nothing. Measured
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
