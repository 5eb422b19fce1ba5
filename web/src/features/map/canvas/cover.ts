import type { Bounds, Padding } from '../../../map/map.ts';
import { fromWorld, toWorld } from '../../../map/mercator.ts';

/** The panels over the map. */
export interface Frame {
  isNarrow: boolean;
  /** The panels are narrower, because little of the map would be left between them. */
  isCompact?: boolean;
  isListOpen: boolean;
  hasPanel: boolean;
  /** The scale of the screen relative to a desktop. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The widths in map.module.css, with the gap at the edge. */
const [toolsWidth, openerHeight, sheetPart] = [62, 48, 0.6];
const panelWidths = { list: 332, panel: 372 };
const compactWidths = { list: 292, panel: 332 };
/** Half a marker with its surroundings. */
const markerReach = 24;
/** Padding always leaves this many pixels of the map free. */
const leastFree = 96;

/** How far panels cover the map from each edge, in pixels. On a phone the panel lies at the bottom. */
function measureCover({ isNarrow, isCompact, isListOpen, hasPanel, scale }: Frame, size: Size): Padding {
  const widths = isCompact && !isNarrow ? compactWidths : panelWidths;
  const list = isListOpen ? widths.list * scale : 0;
  if (!isNarrow) return { top: 0, right: hasPanel ? widths.panel * scale : 0, bottom: 0, left: list };
  return {
    top: openerHeight * scale,
    right: 0,
    bottom: hasPanel ? size.height * sheetPart : 0,
    left: list,
  };
}

/** The frame once the panel of a place is open; on a phone it replaces the list. */
export function withPanel(frame: Frame): Frame {
  return { ...frame, hasPanel: true, isListOpen: frame.isListOpen && !frame.isNarrow };
}

/** The padding that keeps things out of the covered part, limited so that room remains. */
export function padCover(frame: Frame, size: Size): Padding {
  const margin = (frame.isNarrow ? 1.5 : 2) * markerReach * frame.scale;
  const cover = measureCover(frame, size);
  // On a phone the tools are wider than the margin; an open panel replaces them.
  const tools = frame.isNarrow && !frame.hasPanel ? (toolsWidth + markerReach) * frame.scale : 0;
  const [left, right] = fitInto(size.width, cover.left + margin, Math.max(cover.right + margin, tools));
  const [top, bottom] = fitInto(size.height, cover.top + margin, cover.bottom + margin);
  return { top, right, bottom, left };
}

function fitInto(length: number, before: number, after: number): [number, number] {
  const part = Math.max(0, length - leastFree) / (before + after);
  return part < 1 ? [before * part, after * part] : [before, after];
}

/** Whether a panel covers a marker at a pixel, even partly. */
export function isCovered([x, y]: readonly [number, number], frame: Frame, size: Size): boolean {
  const reach = markerReach * frame.scale;
  const { top, right, bottom, left } = measureCover(frame, size);
  return (
    x < left + reach || y < top + reach || x > size.width - right - reach || y > size.height - bottom - reach
  );
}

/**
 * The part of the visible area that no panel covers. A panel that leaves hardly anything free, such as the list on a phone, is
 * ignored: the map behind it is what its reader asked about.
 */
export function findFreeArea(bounds: Bounds, frame: Frame, size: Size): Bounds {
  const { right, bottom, left } = measureCover(frame, size);
  const [west, east] = trim([bounds[0], bounds[2]], size.width, [left, right]);
  const [, northEdge] = toWorld([0, bounds[3]]);
  const [, southEdge] = toWorld([0, bounds[1]]);
  const [north, south] = trim([northEdge, southEdge], size.height, [0, bottom]);
  return [west, fromWorld(0, south)[1], east, fromWorld(0, north)[1]];
}

/** Shortens a span that is drawn over some pixels by those that are covered at its ends. */
function trim(
  [start, end]: readonly [number, number],
  length: number,
  [before, after]: readonly [number, number],
): [number, number] {
  if (length - before - after < leastFree) return [start, end];
  const perPixel = (end - start) / length;
  return [start + before * perPixel, end - after * perPixel];
}
