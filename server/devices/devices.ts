export { chooseDecoder, confirmEui, decoderOfDevice, deviceOfEui, devicesOfEuis, freeEui } from './eui-store.ts'
export {
  deviceNames,
  devicesOfIds,
  existingDevices,
  lastMessageAt,
  unheardDeviceOf,
  uploadIntervalOf,
  uploadIntervalsOf,
} from './store.ts'
