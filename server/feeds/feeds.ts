export { deleteFeedsOf } from './store.ts'
