import { DownOutlined } from '@ant-design/icons';
import { presetIds } from '@limpid/contract/map/map-presets';
import { embeddedId, type TileProvider } from '@limpid/contract/map/tile-providers';
import type { StoredMapSettings } from '@limpid/contract/system/map-settings';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmapDialog } from './AmapDialog.tsx';
import { MapRow } from './MapRow.tsx';
import styles from './map-settings.module.css';
import { newProvider } from './new-provider.ts';
import { ProviderDialog } from './ProviderDialog.tsx';
import { useSaveMapSettings } from './use-map-settings.ts';

interface MapListCardProps {
  stored: StoredMapSettings;
  mayEdit: boolean;
}

type Opened = { turn: number; isOpen: boolean; subject: TileProvider | 'amap' };

/** The configured maps in the order of their choice. */
export function MapListCard({ stored, mayEdit }: MapListCardProps) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const saving = useSaveMapSettings(stored);
  const [dialog, setDialog] = useState<Opened>();
  const { providers, order } = stored;
  const hasAmap = Boolean(stored.amapKey || stored.amapCode);
  const open = (subject: Opened['subject']) =>
    setDialog({ turn: (dialog?.turn ?? 0) + 1, isOpen: true, subject });
  const close = () => setDialog((old) => old && { ...old, isOpen: false });

  const move = (id: string, to: number) => {
    const others = order.filter((one) => one !== id);
    saving.mutate({ order: [...others.slice(0, to), id, ...others.slice(to)] });
  };
  const remove = (name: string, change: Parameters<typeof saving.mutate>[0]) =>
    modal.confirm({
      title: t('system.mapSettings.removeTitle', { name }),
      content: t('system.mapSettings.removeHint'),
      okText: t('system.mapSettings.remove'),
      okButtonProps: { danger: true },
      cancelText: t('kit.cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => saving.mutateAsync(change).catch(() => undefined),
    });

  return (
    <section className={styles.card} aria-labelledby="map-list">
      <header className={styles.head}>
        <h2 id="map-list">{t('system.mapSettings.maps')}</h2>
        {mayEdit && <AddMap stored={stored} hasAmap={hasAmap} onAdd={open} />}
      </header>
      <p className={styles.hint}>{t('system.mapSettings.mapsHint')}</p>
      <ul className={styles.maps}>
        {order.map((id, at) => {
          const provider = providers.find((one) => one.id === id);
          return (
            <MapRow
              key={id}
              provider={provider}
              at={at}
              count={order.length}
              mayEdit={mayEdit}
              onMove={(to) => move(id, to)}
              onEdit={provider && (() => open(provider))}
              onRemove={
                provider &&
                (() =>
                  remove(provider.name, {
                    providers: providers.filter((one) => one.id !== id),
                    order: order.filter((one) => one !== id),
                  }))
              }
            />
          );
        })}
        {hasAmap && (
          <MapRow
            provider={undefined}
            amap={stored}
            at={undefined}
            count={0}
            mayEdit={mayEdit}
            onMove={() => undefined}
            onEdit={() => open('amap')}
            onRemove={() => remove(t('system.mapSettings.presets.amap'), { amapKey: '', amapCode: '' })}
          />
        )}
      </ul>
      <p className={styles.hint}>{t('system.mapSettings.keysPublic')}</p>
      {dialog &&
        (dialog.subject === 'amap' ? (
          <AmapDialog key={dialog.turn} open={dialog.isOpen} stored={stored} onClose={close} />
        ) : (
          <ProviderDialog
            key={dialog.turn}
            open={dialog.isOpen}
            stored={stored}
            provider={dialog.subject}
            onClose={close}
          />
        ))}
    </section>
  );
}

interface AddMapProps {
  stored: StoredMapSettings;
  hasAmap: boolean;
  onAdd: (subject: TileProvider | 'amap') => void;
}

/** A menu of the presets. */
function AddMap({ stored, hasAmap, onAdd }: AddMapProps) {
  const { t } = useTranslation();
  const [tianditu, amapTiles, ...others] = presetIds;
  const keys = [tianditu, amapTiles, ...(hasAmap ? [] : (['amap'] as const)), ...others].filter(
    (key) => key !== undefined,
  );
  const used = [embeddedId, ...stored.providers.map(({ id }) => id)];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        className: styles.presets ?? '',
        items: keys.map((key) => ({
          key,
          label: (
            <>
              <strong>{t(`system.mapSettings.presets.${key}`)}</strong>
              <span className={styles.hint}>{t(`system.mapSettings.presetHints.${key}`)}</span>
            </>
          ),
          onClick: () =>
            onAdd(key === 'amap' ? key : newProvider(key, t(`system.mapSettings.presets.${key}`), used)),
        })),
      }}
    >
      <Button type="primary">
        {t('system.mapSettings.add')} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}
