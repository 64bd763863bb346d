export {
  type Doubted,
  deleteFaultsIn,
  doubtedIn,
  faultOfId,
  faultsOf,
  keepFaults,
  setFaultDismissed,
} from './fault-store.ts'
