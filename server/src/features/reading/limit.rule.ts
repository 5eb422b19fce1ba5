/** Whether a value is on the wrong side of a limit. */
export function exceedsLimit(compare: 'gt' | 'ge' | 'lt' | 'le', value: number, limit: number): boolean {
  switch (compare) {
    case 'gt':
      return value > limit;
    case 'ge':
      return value >= limit;
    case 'lt':
      return value < limit;
    case 'le':
      return value <= limit;
  }
}
