import { personalData } from '../kit/personal-data/part.ts'

export const INSIGHT_DATA = [
  personalData('insights', {
    file: 'dismissed-insights',
    ids: ['dismissed_by'],
    columns: {
      id: 'yes',
      area_id: 'yes',
      insight: 'yes',
      variant: 'yes',
      day: 'yes',
      start: 'no: the insight is of the area',
      end: 'no: the insight is of the area',
      value: 'no: the insight is of the area',
      threshold: 'no: the insight is of the area',
      holds: 'no: the insight is of the area',
      coverage: 'no: the insight is of the area',
      numbers: 'no: the insight is of the area',
      quantities: 'no: the insight is of the area',
      times: 'no: the insight is of the area',
      device_ids: 'no: the insight is of the area',
      found_at: 'no: the insight is of the area',
      dismissed_at: 'yes',
      dismissed_by: 'no: it is the account’s',
    },
  }),
]
