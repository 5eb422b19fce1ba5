import { QRCode } from 'antd';

/** Dark on white in both themes: many cameras cannot read inverted codes. */
export function AppCode({ address, name }: { address: string; name: string }) {
  return (
    <QRCode
      aria-label={name}
      value={address}
      type="svg"
      size={176}
      bordered={false}
      color="#000000"
      bgColor="#ffffff"
      marginSize={0}
    />
  );
}
