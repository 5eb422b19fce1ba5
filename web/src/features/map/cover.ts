import type { Padding } from '../../map/map.ts';

/** What lies over the map. */
export interface Frame {
  isNarrow: boolean;
  isListOpen: boolean;
  hasPanel: boolean;
  /** How much larger than on a desk everything is drawn. */
  scale: number;
}

interface Size {
  width: number;
  height: number;
}

/** As in map.module.css, with the gap at the edge. */
const [listWidth, panelWidth, openerHeight, sheetPart] = [332, 372, 48, 0.6];
/** Half a marker with what stands around it. */
const markerReach = 24;
/** A map that is covered all over has still a place where things are shown. */
const leastFree = 96;

/** How far panels reach over the map from each edge, in pixels. On a hand-held screen the panel lies at the bottom. */
function measureCover({ isNarrow, isListOpen, hasPanel, scale }: Frame, size: Size): Padding {
  const list = isListOpen ? listWidth * scale : 0;
  if (!isNarrow) return { top: 0, right: hasPanel ? panelWidth * scale : 0, bottom: 0, left: list };
  return {
    top: openerHeight * scale,
    right: 0,
    bottom: hasPanel ? size.height * sheetPart : 0,
    left: list,
  };
}

/** The panel of a place is about to open; on a hand-held screen the list gives way to it. */
export function withPanel(frame: Frame): Frame {
  return { ...frame, hasPanel: true, isListOpen: frame.isListOpen && !frame.isNarrow };
}

/** What to keep free around things that are to be seen, leaving room for them. */
export function padCover(frame: Frame, size: Size): Padding {
  const margin = (frame.isNarrow ? 1.5 : 2) * markerReach * frame.scale;
  const cover = measureCover(frame, size);
  const [left, right] = fitInto(size.width, cover.left + margin, cover.right + margin);
  const [top, bottom] = fitInto(size.height, cover.top + margin, cover.bottom + margin);
  return { top, right, bottom, left };
}

function fitInto(length: number, before: number, after: number): [number, number] {
  const part = Math.max(0, length - leastFree) / (before + after);
  return part < 1 ? [before * part, after * part] : [before, after];
}

/** Whether a marker at a pixel is hidden, wholly or in part. */
export function isCovered([x, y]: readonly [number, number], frame: Frame, size: Size): boolean {
  const reach = markerReach * frame.scale;
  const { top, right, bottom, left } = measureCover(frame, size);
  return (
    x < left + reach || y < top + reach || x > size.width - right - reach || y > size.height - bottom - reach
  );
}
