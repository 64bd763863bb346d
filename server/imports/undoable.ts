export { undoableAmong } from './store.ts'
