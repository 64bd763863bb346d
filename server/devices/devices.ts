export { chooseDecoder, confirmEui, decoderOfDevice, deviceOfEui, freeEui } from './eui-store.ts'
export { deviceNames, existingDevices, uploadIntervalOf, uploadIntervalsOf } from './store.ts'
