export { chooseDecoder, confirmEui, decoderOfDevice, deviceOfEui, devicesOfEuis, freeEui } from './eui-store.ts'
export {
  deviceNames,
  devicesOfIds,
  existingDevices,
  lastMessageAt,
  uploadIntervalOf,
  uploadIntervalsOf,
} from './store.ts'
