import { Modal, type ModalProps } from 'antd';
import { toRem } from './scale.ts';
import { useFocusReturn } from './use-focus-return.ts';

/**
 * A dialog that returns the focus when it closes. Mount a new one for every opening. It has no animation, which would break
 * when its tab is hidden and shown again.
 */
export function Dialog(props: ModalProps) {
  const returnFocus = useFocusReturn();
  return (
    <Modal
      afterClose={returnFocus}
      destroyOnHidden
      transitionName=""
      maskTransitionName=""
      styles={{ header: { paddingInlineEnd: toRem(24) }, body: { paddingBlock: toRem(8) } }}
      {...props}
    />
  );
}
