export {
  type Doubted,
  deleteFaultsIn,
  doubtedIn,
  faultOfId,
  faultsOf,
  keepFaults,
  setDismissed,
} from './fault-store.ts'
