import { Checkbox } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../map.module.css';
import type { MapView } from '../map-view.ts';
import { useReferenceData } from './use-references.ts';

interface ReferenceChoiceProps {
  view: MapView;
  onView: (part: Partial<MapView>) => void;
}

/** Whether the stations of authorities are drawn; where there are none, how to come by them. */
export function ReferenceChoice({ view, onView }: ReferenceChoiceProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const { data } = useReferenceData(true);
  const isEmpty = data?.length === 0;
  return (
    <>
      <Checkbox
        checked={view.references}
        // What is on can always be switched off.
        disabled={isEmpty && !view.references}
        aria-describedby={isEmpty ? hintId : undefined}
        onChange={({ target }) => onView({ references: target.checked, station: undefined })}
      >
        {t('map.tools.references')}
      </Checkbox>
      {isEmpty && (
        <p id={hintId} className={styles['choiceNote']}>
          {t('map.references.none')}
        </p>
      )}
    </>
  );
}
