import { Tooltip } from 'antd';
import { useRef, useState } from 'react';
import styles from './ui.module.css';

/** One line of text; the whole of it in a tooltip, only when it does not fit. */
export function EllipsisText({ text }: { text: string }) {
  const box = useRef<HTMLSpanElement>(null);
  // A table has hundreds of these and hardly any is ever pointed at: the tooltip is made for the first pointer.
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
