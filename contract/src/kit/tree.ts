import Type from 'typebox';
import { reply } from './endpoint.ts';

/** A tree to choose from, in the shape the family's tree controls take. */
export interface TreeNode {
  id: number;
  label: string;
  /** Shown, and not to be chosen. */
  disabled?: boolean;
  children?: TreeNode[];
}

/** Trees as deep as they are: JSON Schema would need a definition that refers to itself. */
export const treeNodes = Type.Unsafe<TreeNode[]>({
  type: 'array',
  items: { type: 'object', additionalProperties: true },
});

export const treeReply = reply.data(treeNodes);
