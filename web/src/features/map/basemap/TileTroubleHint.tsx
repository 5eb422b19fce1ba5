import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { tileTimeoutMs } from '../../../map/fetch-tile.ts';
import type { TileTrouble } from '../../../map/tile-trouble.ts';
import { MapHint } from '../MapHint.tsx';

interface TileTroubleHintProps {
  trouble: TileTrouble;
  onClose: () => void;
}

/** Says which map does not come and why; the built-in map is shown meanwhile. */
export function TileTroubleHint({ trouble: { cause, ...values }, onClose }: TileTroubleHintProps) {
  const { t } = useTranslation();
  const text = t(`map.tiles.${cause}`, { ...values, seconds: tileTimeoutMs / 1000 });
  return (
    <MapHint
      text={text}
      isWarning
      onClose={onClose}
      action={
        <Button size="small" onClick={() => location.reload()}>
          {t('map.tiles.reload')}
        </Button>
      }
    />
  );
}
