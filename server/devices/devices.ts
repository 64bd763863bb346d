export { chooseDecoder, confirmEui, decoderOfDevice, deviceOfEui, devicesOfEuis, freeEui } from './eui-store.ts'
export { deviceNames, existingDevices, uploadIntervalOf, uploadIntervalsOf } from './store.ts'
