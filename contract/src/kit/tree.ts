import Type from 'typebox';
import { reply } from './endpoint.ts';

/** A node of a tree picker, in the shape of the family's controls. */
export interface TreeNode {
  id: number;
  label: string;
  /** Shown but cannot be chosen. */
  disabled?: boolean;
  children?: TreeNode[];
}

/** Children are not described: JSON Schema would need a recursive definition. */
export const treeNodes = Type.Unsafe<TreeNode[]>({
  type: 'array',
  items: { type: 'object', additionalProperties: true },
});

export const treeReply = reply.data(treeNodes);
