import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import layout from './map.module.css';
import styles from './side-panel.module.css';

interface SidePanelProps {
  side: 'left' | 'right';
  title: string;
  /** The labels of the buttons that open and close it. */
  words: { show: string; hide: string };
  isOpen: boolean;
  /** Undefined for a panel that cannot be closed. */
  onToggle: ((isOpen: boolean) => void) | undefined;
  children: ReactNode;
}

const arrows = { left: <LeftOutlined />, right: <RightOutlined /> };
const backArrows = { left: <RightOutlined aria-hidden />, right: <LeftOutlined aria-hidden /> };

/** A panel over the map that can be collapsed to a button. */
export function SidePanel({ side, title, words, isOpen, onToggle, children }: SidePanelProps) {
  if (!isOpen) {
    return (
      <Button
        className={layout.opener}
        data-side={side}
        aria-expanded={false}
        aria-label={words.show}
        icon={backArrows[side]}
        onClick={() => onToggle?.(true)}
      >
        {title}
      </Button>
    );
  }
  return (
    <div className={`${layout.panel} ${side === 'left' ? layout.left : layout.right}`}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {onToggle && (
          <IconButton name={words.hide} aria-expanded icon={arrows[side]} onClick={() => onToggle(false)} />
        )}
      </div>
      {children}
    </div>
  );
}

/** Keeps the room of a panel whose content follows the first markers. */
export function ReservedPanel() {
  return <div aria-busy className={styles.reserved} />;
}
