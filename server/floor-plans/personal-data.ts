import { personalData } from '../kit/personal-data/part.ts'

const OWN = { column: 'location_id', table: 'location_owners', select: 'location_id', email: 'email' } as const

export const FLOOR_PLAN_DATA = [
  personalData('floor_plans', {
    file: 'floor-plans',
    through: OWN,
    columns: {
      id: 'yes',
      location_id: 'yes',
      name: 'yes',
      file: 'no: a name in the store',
      pictures: 'yes',
      width: 'yes',
      height: 'yes',
      created_by: 'no: it may be somebody else’s',
      created_at: 'yes',
    },
  }),
  personalData('floor_plan_devices', {
    file: 'floor-plan-devices',
    key: ['floor_plan_id', 'device_id'],
    through: { column: 'floor_plan_id', table: 'floor_plans', select: 'id', through: OWN },
    columns: { floor_plan_id: 'yes', device_id: 'yes', area_id: 'yes', x: 'yes', y: 'yes' },
  }),
]
