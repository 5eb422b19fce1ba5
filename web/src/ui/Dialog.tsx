import { Modal, type ModalProps } from 'antd';
import { rem } from './scale.ts';
import { useFocusReturn } from './use-focus-return.ts';

/**
 * A dialog that gives the focus back when it closes. Mount a new one for every opening. It does not fade: one that does
 * breaks its tab when somebody leaves that and returns.
 */
export function Dialog(props: ModalProps) {
  const returnFocus = useFocusReturn();
  return (
    <Modal
      afterClose={returnFocus}
      destroyOnHidden
      transitionName=""
      maskTransitionName=""
      styles={{ body: { paddingBlock: rem(8) } }}
      {...props}
    />
  );
}
