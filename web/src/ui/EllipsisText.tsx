import { Tooltip } from 'antd';
import { useRef, useState } from 'react';
import styles from './ui.module.css';

/** One line of text; the whole of it in a tooltip, only when it does not fit. */
export function EllipsisText({ text }: { text: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);

  function showWhenCut(wanted: boolean) {
    const element = box.current;
    setOpen(wanted && element !== null && element.scrollWidth > element.clientWidth);
  }

  return (
    <Tooltip
      title={<div className={styles.whole}>{text}</div>}
      open={open}
      onOpenChange={showWhenCut}
      styles={{ root: { maxWidth: 480 } }}
    >
      <span ref={box} className={styles.ellipsis}>
        {text}
      </span>
    </Tooltip>
  );
}
