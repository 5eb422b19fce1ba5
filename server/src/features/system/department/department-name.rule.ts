export interface DepartmentPath {
  deptId: number;
  /** Names from the root down to its own. */
  path: readonly string[];
}

/**
 * The departments that match an id, a name, or a name with some of its ancestors (`East/Shift 1`).
 */
export function findDepartments(departments: readonly DepartmentPath[], written: string): number[] {
  const text = written.trim();
  if (/^\d{1,10}$/.test(text)) return [Number(text)];
  const wanted = text.split(/[/／\\>＞]/).map(fold);
  const isMeant = ({ path }: DepartmentPath) =>
    wanted.length <= path.length &&
    wanted.every((name, index) => fold(path.at(index - wanted.length)) === name);
  return departments.filter(isMeant).map(({ deptId }) => deptId);
}

function fold(name = ''): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
