export {
  deleteFaultsIn,
  faultOfId,
  faultsOf,
  keepFaults,
  type SuspectInterval,
  setFaultDismissed,
  suspectIntervalsIn,
} from './fault-store.ts'
