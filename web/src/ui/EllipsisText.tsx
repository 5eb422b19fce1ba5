import { Tooltip } from 'antd';
import { useRef, useState } from 'react';
import styles from './ui.module.css';

/** One line of text, with the full text in a tooltip if it is cut off. */
export function EllipsisText({ text }: { text: string }) {
  const box = useRef<HTMLSpanElement>(null);
  // A table has hundreds of these, so the tooltip is created on the first hover.
  const [isWanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);

  function showWhenCut(wanted: boolean) {
    const element = box.current;
    const isCut = element !== null && element.scrollWidth > element.clientWidth;
    if (isCut) setWanted(true);
    setOpen(wanted && isCut);
  }

  const line = (
    <span
      ref={box}
      className={styles.ellipsis}
      onPointerEnter={isWanted ? undefined : () => showWhenCut(true)}
    >
      {text}
    </span>
  );
  if (!isWanted) return line;
  return (
    <Tooltip
      title={<div className={styles.whole}>{text}</div>}
      open={open}
      onOpenChange={showWhenCut}
      styles={{ root: { maxWidth: 480 } }}
    >
      {line}
    </Tooltip>
  );
}
