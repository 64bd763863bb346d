import { personalData } from '../kit/personal-data/part.ts'

export const MANUAL_DATA = [
  personalData('manual_measurements', {
    file: 'manual-measurements',
    ids: ['created_by'],
    columns: {
      id: 'yes',
      device_id: 'yes',
      measurement: 'yes',
      time: 'yes',
      value: 'yes',
      note: 'yes',
      created_at: 'yes',
      created_by: 'no: it is the account’s',
      deleted_at: 'yes',
    },
  }),
  personalData('manual_changes', {
    file: 'manual-measurement-changes',
    ids: ['changed_by'],
    columns: {
      id: 'yes',
      manual_id: 'yes',
      changed_at: 'yes',
      changed_by: 'no: it is the account’s',
      action: 'yes',
      before: 'json',
    },
  }),
]
