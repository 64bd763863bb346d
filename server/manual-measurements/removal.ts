export { deleteManualIn } from './manual-store.ts'
