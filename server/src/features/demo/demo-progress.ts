import { demoHistoryProgress } from '@limpid/contract/demo/demo-history';
import Type from 'typebox';
import { defineTopic } from '../../platform/bus-topic.ts';

/** The progress of the history, for every process that answers requests; null at the end. */
export const demoProgressed = defineTopic(
  'demo.progressed',
  Type.Object({ progress: Type.Union([demoHistoryProgress, Type.Null()]) }),
);
