export { heapBase, inflate } from './inflate.as';
export { gather, gatherRests, run } from './run.as';
