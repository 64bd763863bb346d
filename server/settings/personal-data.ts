import { personalData } from '../kit/personal-data/part.ts'

export const SETTING_DATA = [
  personalData('settings', {
    file: 'settings',
    key: ['name'],
    ids: ['user_id'],
    columns: { user_id: 'no: it is the account’s', name: 'yes', value: 'yes' },
  }),
  personalData('chart_arrangements', {
    file: 'chart-arrangements',
    key: ['area_type_id'],
    ids: ['user_id'],
    columns: { user_id: 'no: it is the account’s', area_type_id: 'yes', chart_order: 'json', hidden: 'json' },
  }),
]
