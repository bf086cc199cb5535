export { heapBase, inflate } from './inflate.as';
export { gather, run } from './run.as';
