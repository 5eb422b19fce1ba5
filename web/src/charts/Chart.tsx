import type { EChartsType } from 'echarts/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toRem } from '../ui/scale.ts';
import type { ChartOption } from './chart-option.ts';
import styles from './charts.module.css';

interface ChartProps {
  option: ChartOption;
  /** The name of the chart for screen readers. */
  label: string;
  /** In pixels of a desk screen. */
  height: number;
  /** Shown instead of a chart without data. */
  empty?: string | undefined;
  /** Receives the chart when it can be drawn, and undefined when it is gone. */
  onOpen?: (chart: EChartsType | undefined) => void;
  /** The content in words, for screen readers and where the chart cannot be drawn. */
  children: ReactNode;
}

export function Chart({ option, label, height, empty, onOpen, children }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [chart, hasFailed] = useOpenChart(box);
  // The chart is drawn outside of React.
  useEffect(() => chart?.setOption(option, { notMerge: true }), [chart, option]);
  useEffect(() => onOpen?.(chart), [chart, onOpen]);
  const isBlank = empty !== undefined || hasFailed;
  return (
    <figure className={styles.chart} style={{ minHeight: toRem(height) }} aria-label={label}>
      <div
        ref={box}
        aria-hidden
        className={isBlank ? styles.away : styles.canvas}
        style={{ height: toRem(height) }}
      />
      {empty === undefined ? (
        <figcaption className={hasFailed ? styles.words : 'visually-hidden'}>{children}</figcaption>
      ) : (
        <figcaption className={styles.words}>{empty}</figcaption>
      )}
    </figure>
  );
}

/** A chart that always fills its box. */
function useOpenChart(box: { current: HTMLDivElement | null }): [EChartsType | undefined, boolean] {
  const [chart, setChart] = useState<EChartsType>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let opened: EChartsType | undefined;
    let isGone = false;
    const observer = new ResizeObserver(() => opened?.resize());
    import('./engine.ts').then(
      ({ openChart }) => {
        if (isGone) return;
        opened = openChart(element);
        observer.observe(element);
        setChart(opened);
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      observer.disconnect();
      opened?.dispose();
      setChart(undefined);
    };
  }, [box]);
  return [chart, hasFailed];
}
