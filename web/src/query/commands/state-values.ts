/** A state in a packet: the code of the station information and its value. */
interface StateValue {
  code: string;
  value: string;
}

/** The states of instruments, loggers and rooms (`i12001-Info=2`) in the text of packets, each once. */
export function findStateValues(text: string): StateValue[] {
  const found = [...text.matchAll(/\b(i\d2\d{3})-Info\s*=\s*([^;,&\s]+)/g)];
  const states = found.map(([, code = '', value = '']) => ({ code, value }));
  return [...new Map(states.map((one) => [`${one.code} ${one.value}`, one])).values()];
}

/** How a number is named in the texts: devices write 2, 02 and 2.0. */
export function stateKey(value: string): string {
  const number = Number(value.trim() || Number.NaN);
  return Number.isInteger(number) ? String(number) : '';
}
