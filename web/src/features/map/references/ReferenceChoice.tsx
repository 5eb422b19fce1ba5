import { Checkbox } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../choices.module.css';
import type { MapView } from '../map-view.ts';
import { useReferenceData } from './use-references.ts';

interface ReferenceChoiceProps {
  view: MapView;
  onView: (part: Partial<MapView>) => void;
}

/** Switches reference stations on and off; without any, explains how to import them. */
export function ReferenceChoice({ view, onView }: ReferenceChoiceProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const { data } = useReferenceData(true);
  const isEmpty = data?.length === 0;
  return (
    <>
      <Checkbox
        checked={view.references}
        // A layer that is on can be switched off even without stations.
        disabled={isEmpty && !view.references}
        aria-describedby={isEmpty ? hintId : undefined}
        onChange={({ target }) => onView({ references: target.checked, station: undefined })}
      >
        {t('map.tools.references')}
      </Checkbox>
      {isEmpty && (
        <p id={hintId} className={styles.note}>
          {t('map.references.none')}
        </p>
      )}
    </>
  );
}
