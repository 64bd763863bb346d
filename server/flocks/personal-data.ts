import { personalData } from '../kit/personal-data/part.ts'

export const FLOCK_DATA = [
  personalData('water_days', {
    file: 'water-days',
    through: {
      column: 'area_id',
      table: 'areas',
      select: 'id',
      through: { table: 'location_owners', select: 'location_id', email: 'email', column: 'location_id' },
    },
    key: ['area_id', 'date'],
    columns: { area_id: 'yes', date: 'yes', litres: 'yes' },
  }),
]
