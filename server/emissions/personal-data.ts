import { personalData } from '../kit/personal-data/part.ts'

export const EMISSION_DATA = [
  personalData('emission_reports', {
    file: 'emission-reports',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      user_id: 'no: it is the account’s',
      made_at: 'yes',
      content: 'json',
      summary: 'no: it is part of the content',
      checksum: 'yes',
      report_id: 'yes',
    },
  }),
  personalData('emission_settings', {
    file: 'emission-settings',
    through: {
      column: 'area_id',
      table: 'areas',
      select: 'id',
      through: { table: 'location_owners', select: 'location_id', email: 'email', column: 'location_id' },
    },
    key: ['area_id', 'version'],
    ids: ['changed_by'],
    columns: { area_id: 'yes', version: 'yes', settings: 'json', changed_at: 'yes', changed_by: 'yes' },
  }),
]
