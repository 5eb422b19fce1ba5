/** Flagged periods for review. */
export function ReviewTab() {
  return null;
}
