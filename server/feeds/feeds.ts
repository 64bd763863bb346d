export { metricsKeyOf } from './reading.ts'
export { deleteFeedsOf } from './store.ts'
