export { backupState, isMakingSince } from './store.ts'
