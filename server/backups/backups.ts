export { backupState, isMaking } from './store.ts'
