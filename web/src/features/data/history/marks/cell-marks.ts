/** A cell by the place of its row and its channel on the page. */
export interface TableCell {
  row: number;
  column: number;
}

/** Marked cells, from the first to the last one in both directions. */
export interface MarkedBox {
  first: TableCell;
  last: TableCell;
}

/** The rectangle between two cells; undefined for a single cell, which a click opens. */
export function boxBetween(one: TableCell, other: TableCell): MarkedBox | undefined {
  if (one.row === other.row && one.column === other.column) return undefined;
  return {
    first: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
    last: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
  };
}

export function isInBox(box: MarkedBox | undefined, { row, column }: TableCell): boolean {
  if (!box) return false;
  const { first, last } = box;
  return row >= first.row && row <= last.row && column >= first.column && column <= last.column;
}

export function countCells({ first, last }: MarkedBox): number {
  return (last.row - first.row + 1) * (last.column - first.column + 1);
}

const moves: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell that an arrow key leads to, within a table of this size; undefined for other keys. */
export function moveCell({ row, column }: TableCell, key: string, size: TableCell): TableCell | undefined {
  const move = moves[key];
  if (!move) return undefined;
  const within = (place: number, most: number) => Math.min(Math.max(place, 0), most - 1);
  return { row: within(row + move[0], size.row), column: within(column + move[1], size.column) };
}

export function writeCell({ row, column }: TableCell): string {
  return `${row}:${column}`;
}

export function readCell(text: string | undefined): TableCell | undefined {
  const [row, column] = (text ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}
