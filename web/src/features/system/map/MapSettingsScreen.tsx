import type { StoredMapSettings } from '@limpid/contract/system/map-settings';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { MapListCard } from './MapListCard.tsx';
import styles from './map-settings.module.css';
import { StartViewCard } from './StartViewCard.tsx';
import { useSaveMapSettings, useStoredMapSettings } from './use-map-settings.ts';

export default function MapSettingsScreen() {
  const query = useStoredMapSettings();
  if (query.data) return <MapSettingsCards stored={query.data} />;
  return (
    <div className={styles.card}>
      <RowState row={query} lines={12} />
    </div>
  );
}

function MapSettingsCards({ stored }: { stored: StoredMapSettings }) {
  const mayEdit = useSession((session) => holdsPermission(session, ['system:map:edit']));
  return (
    <div className={styles.screen}>
      <MapListCard stored={stored} mayEdit={mayEdit} />
      <div className={styles.side}>
        <StartViewCard stored={stored} mayEdit={mayEdit} />
        <BordersCard stored={stored} mayEdit={mayEdit} />
      </div>
    </div>
  );
}

function BordersCard({ stored, mayEdit }: { stored: StoredMapSettings; mayEdit: boolean }) {
  const { t } = useTranslation();
  const saving = useSaveMapSettings(stored);
  return (
    <section className={styles.card} aria-labelledby="map-borders">
      <div className={styles.switchLine}>
        <h2 id="map-borders">{t('system.mapSettings.fields.borders')}</h2>
        <Switch
          aria-labelledby="map-borders"
          checked={stored.borders}
          disabled={!mayEdit}
          loading={saving.isPending}
          onChange={(borders) => saving.mutate({ borders })}
        />
      </div>
      <p className={styles.hint}>{t('system.mapSettings.bordersHint')}</p>
    </section>
  );
}
