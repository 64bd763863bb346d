export { isUnprintedName, unprintedName } from './adding/unprinted-name.ts'
export { chooseDecoder, confirmEui, decoderOfDevice, deviceOfEui, devicesOfEuis, freeEui } from './eui-store.ts'
export {
  deviceNames,
  devicesOfIds,
  existingDevices,
  holdDevices,
  isDemoDevice,
  lastMessageAt,
  unheardDevicesOf,
  uploadIntervalOf,
  uploadIntervalsOf,
} from './store.ts'
export { limitsOfDevices } from './watching/limit-store.ts'
