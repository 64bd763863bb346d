export { manualWithin } from './manual-store.ts'
