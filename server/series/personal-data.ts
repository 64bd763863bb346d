import { personalData } from '../kit/personal-data/part.ts'

export const FAULT_DATA = [
  personalData('faults', {
    file: 'dismissed-readings',
    ids: ['dismissed_by'],
    columns: {
      id: 'yes',
      device_id: 'yes',
      measurement: 'yes',
      fault: 'yes',
      start: 'yes',
      end: 'yes',
      found_at: 'no: the marking is of the device',
      dismissed_at: 'yes',
      dismissed_by: 'no: it is the account’s',
    },
  }),
]
