import { Form } from 'antd';
import { useState } from 'react';
import { phoneQuery, useMedia } from '../../ui/use-media.ts';
import type { ResourceList } from './use-resource-list.ts';

/** The search above a list: whether it is shown, and the way back to all rows. */
export function useSearchPanel(list: ResourceList) {
  const [form] = Form.useForm();
  // On a phone the rows come first.
  const isPhone = useMedia(phoneQuery);
  const [wanted, setWanted] = useState<boolean>();
  const isShown = wanted ?? !isPhone;
  return {
    form,
    isShown,
    toggle: () => setWanted(!isShown),
    showAll() {
      form.resetFields();
      list.search({});
    },
  };
}
