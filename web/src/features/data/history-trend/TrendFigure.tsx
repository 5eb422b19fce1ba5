import type { EChartsType } from 'echarts/core';
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Chart } from '../../../charts/Chart.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { alarmAddress } from '../../../query/alarms/alarm.ts';
import { useWidth } from '../../../ui/use-width.ts';
import { readAlarmShape } from './alarms/draw-alarms.ts';
import styles from './history-trend.module.css';
import {
  type HistoryTrendFacts,
  historyTrendOption,
  makeTimeAxes,
  measureTrend,
  planEdges,
} from './history-trend-option.ts';
import { TrendToolbar } from './TrendToolbar.tsx';
import { pictureDensity, saveTrendPicture } from './trend-picture.ts';
import { useDragZoom } from './use-drag-zoom.ts';
import { useTouchZoom } from './use-touch-zoom.ts';
import { useWheelZoom } from './use-wheel-zoom.ts';
import { type Moments, useZoomDraft } from './use-zoom-draft.ts';
import { fitRange, moveRange, zoomRange } from './zoom-range.ts';

interface TrendFigureProps {
  facts: Omit<HistoryTrendFacts, 'width'>;
  /** Nothing is shown beyond this moment. */
  latest: number;
  isZoomed: boolean;
  /** Newer data is on its way; the chart keeps what it shows. */
  isLoading: boolean;
  onZoom: (range: Moments) => void;
  onWhole: () => void;
  /** What the picture shows, above it. */
  title: string;
}

const zoomKeys: Record<string, number> = { '+': 0.5, '=': 0.5, '-': 2 };
const moveKeys: Record<string, number> = { ArrowLeft: -0.25, ArrowRight: 0.25 };

/** The chart with its gestures: zoom and move by wheel, drag, buttons and keys. */
export function TrendFigure({ facts: given, latest, title, ...view }: TrendFigureProps) {
  const { t } = useTranslation();
  const look = useChartLook();
  const [box, width] = useWidth<HTMLDivElement>();
  const [chart, setChart] = useState<EChartsType>();
  const facts = useMemo(() => ({ ...given, width }), [given, width]);
  const option = useMemo(() => historyTrendOption(facts, look), [facts, look]);
  const lines = facts.panels.flatMap(({ axes }) => axes.flatMap((axis) => axis.lines));
  const isEmpty = lines.every(({ data }) => data.count === 0);
  const preview = useCallback(
    (range: Moments) => {
      // The tooltip belongs to a moment that moves away.
      chart?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' });
      chart?.setOption(makeTimeAxes(facts, range, look), { lazyUpdate: true });
    },
    [chart, facts, look],
  );
  const momentAt = (x: number) => Number(chart?.convertFromPixel({ xAxisIndex: 0 }, x));
  const range = { from: facts.from, to: facts.to };
  const change = useZoomDraft({ range, latest, preview, onZoom: view.onZoom });
  useWheelZoom(box, momentAt, change);
  const drag = useDragZoom(momentAt, change, ({ from, to }) =>
    view.onZoom(fitRange({ from: Math.max(from, range.from), to: Math.min(to, range.to) }, latest)),
  );
  useAlarmClicks(chart);
  const edges = planEdges(facts, look);
  const touch = useTouchZoom((x) => (x - edges.left) / edges.width, change);
  const zoom = (factor: number) => change((shown, last) => zoomRange(shown, factor, last));
  const move = (share: number) => change((shown, last) => moveRange(shown, share, last));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [factor, share] = [zoomKeys[event.key], moveKeys[event.key]];
    if (factor !== undefined) zoom(factor);
    else if (share !== undefined) move(share);
    else if (event.key === '0' || event.key === 'Home') view.onWhole();
    else return;
    event.preventDefault();
  };
  const save = () => {
    const fileName = `${t('data.trend.title')}.png`;
    if (!chart) return;
    chart.setOption(historyTrendOption({ ...facts, density: pictureDensity }, look), { notMerge: true });
    saveTrendPicture(chart, { title, fileName, lines }, look);
    chart.setOption(option, { notMerge: true });
  };
  return (
    <>
      <TrendToolbar
        isZoomed={view.isZoomed}
        onZoom={zoom}
        onMove={move}
        onWhole={view.onWhole}
        onKeyDown={onKeyDown}
        {...(!isEmpty && { onSave: save })}
      />
      <div
        ref={box}
        className={styles.plot}
        aria-busy={view.isLoading}
        {...joinHandlers(drag.handlers, touch)}
      >
        <Chart
          option={option}
          height={measureTrend(facts.panels.length)}
          label={t('data.trend.chart')}
          empty={isEmpty && !view.isLoading ? t('data.query.noData') : undefined}
          onOpen={setChart}
        >
          {t('data.trend.chartWords')}
        </Chart>
        {view.isLoading && <div aria-hidden className={styles.progress} />}
        {drag.selection && <div aria-hidden className={styles.selection} style={drag.selection} />}
      </div>
    </>
  );
}

/** A click on an alarm opens it in the alarm log. */
function useAlarmClicks(chart: EChartsType | undefined): void {
  const navigate = useNavigate();
  const open = useEffectEvent(({ name }: { name: string }) => {
    const alarmId = readAlarmShape(name);
    if (alarmId !== undefined) void navigate(alarmAddress(alarmId));
  });
  useEffect(() => {
    const listener = (event: { name: string }) => open(event);
    chart?.on('click', listener);
    return () => void (chart?.isDisposed() || chart?.off('click', listener));
  }, [chart]);
}

type PointerHandlers = ReturnType<typeof useTouchZoom>;

function joinHandlers(one: PointerHandlers, other: PointerHandlers): PointerHandlers {
  const join = (name: keyof PointerHandlers) => (event: PointerEvent<HTMLElement>) => {
    one[name](event);
    other[name](event);
  };
  return {
    onPointerDown: join('onPointerDown'),
    onPointerMove: join('onPointerMove'),
    onPointerUp: join('onPointerUp'),
    onPointerCancel: join('onPointerCancel'),
  };
}
