import { RotateLeftOutlined, RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Slider } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { touchQuery, useMedia } from '../../../ui/use-media.ts';
import styles from './avatar-dialog.module.css';
import { type Crop, drawCrop, mostZoom, moveCrop, turnCrop, zoomCrop } from './crop.ts';
import profileStyles from './profile.module.css';
import { type Gestures, useCropGestures } from './use-crop-gestures.ts';

interface Props {
  picture: ImageBitmap;
  crop: Crop;
  onChange(change: (crop: Crop) => Crop): void;
}

/** Twice the displayed size, for screens with a high resolution. */
const side = 640;
const step = 0.02;
const zoomStep = 0.1;

const moves: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};
const zooms: Record<string, number> = { '+': zoomStep, '=': zoomStep, '-': -zoomStep };

function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, picture: ImageBitmap, crop: Crop): void {
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) drawCrop(context, picture, crop, side);
  }, [canvas, picture, crop]);
}

function pressKey(event: KeyboardEvent, { move, zoomBy }: Gestures): void {
  const way = moves[event.key];
  const zoom = zooms[event.key];
  if (way) move(...way);
  else if (zoom !== undefined) zoomBy(zoom);
  else return;
  event.preventDefault();
}

/** The picture under its frame, moved, zoomed and rotated by mouse, touch or keyboard. */
export function CropStage({ picture, crop, onChange }: Props) {
  const { t } = useTranslation();
  const isTouched = useMedia(touchQuery);
  const hintId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(canvas, picture, crop);
  // Takes the focus from the file input, which is gone.
  useEffect(() => canvas.current?.focus(), []);
  const gestures: Gestures = {
    move: (dx, dy) => onChange((now) => moveCrop(picture, now, dx, dy)),
    zoomBy: (by) => onChange((now) => zoomCrop(picture, now, now.zoom + by)),
  };
  const pointing = useCropGestures(canvas, gestures);
  return (
    <>
      <div className={styles.stage} role="application" aria-label={t('system.profile.avatar.stage')}>
        <canvas
          ref={canvas}
          width={side}
          height={side}
          tabIndex={0}
          aria-label={t('system.profile.avatar.stage')}
          aria-describedby={hintId}
          onKeyDown={(event) => pressKey(event, gestures)}
          {...pointing}
        />
      </div>
      <p id={hintId} className={profileStyles.hint}>
        {isTouched ? t('system.profile.avatar.touchHint') : t('system.profile.avatar.stageHint')}
      </p>
      <CropTools picture={picture} crop={crop} onChange={onChange} zoomBy={gestures.zoomBy} />
    </>
  );
}

function CropTools({ picture, crop, onChange, zoomBy }: Props & Pick<Gestures, 'zoomBy'>) {
  const { t } = useTranslation();
  const turn = (way: 'left' | 'right') => onChange((now) => turnCrop(picture, now, way));
  return (
    <div className={styles.tools}>
      <IconButton
        name={t('system.profile.avatar.zoomOut')}
        icon={<ZoomOutOutlined aria-hidden />}
        onClick={() => zoomBy(-zoomStep)}
      />
      <Slider
        className={styles.zoom}
        min={1}
        max={mostZoom}
        step={0.05}
        value={crop.zoom}
        tooltip={{ open: false }}
        ariaLabelForHandle={t('system.profile.avatar.zoom')}
        onChange={(zoom) => onChange((now) => zoomCrop(picture, now, zoom))}
      />
      <IconButton
        name={t('system.profile.avatar.zoomIn')}
        icon={<ZoomInOutlined aria-hidden />}
        onClick={() => zoomBy(zoomStep)}
      />
      <IconButton
        name={t('system.profile.avatar.rotateLeft')}
        icon={<RotateLeftOutlined aria-hidden />}
        onClick={() => turn('left')}
      />
      <IconButton
        name={t('system.profile.avatar.rotateRight')}
        icon={<RotateRightOutlined aria-hidden />}
        onClick={() => turn('right')}
      />
    </div>
  );
}
