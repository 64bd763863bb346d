export { chooseDecoder, confirmEui, decoderOfDevice, deviceOfEui, devicesOfEuis, freeEui } from './eui-store.ts'
export {
  type DeviceWithPlan,
  deviceNames,
  devicesOfIds,
  existingDevices,
  uploadIntervalOf,
  uploadIntervalsOf,
} from './store.ts'
