export { backupState } from './store.ts'
