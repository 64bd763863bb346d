import { type ChartArrangement, chartArrangementEndpoints } from '#shared/contract/accounts/chart-arrangements.ts'
import { settingEndpoints } from '#shared/contract/accounts/settings.ts'
import { Failure } from '../kit/failure.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { CHART_GROUPS } from '../taxonomy/chart-groups.ts'
import { areaTypeExists } from '../taxonomy/types.ts'
import { chartArrangementsOf, saveChartArrangement } from './chart-arrangement-store.ts'
import { saveSettings, settingsOf } from './store.ts'

export const settingRoutes: Served[] = [
  ...serve(settingEndpoints, {
    getSettings: async (_, { db, user }) => (user ? settingsOf(db, user.id) : []),
    saveSettings: async ({ body }, { db, user }) => {
      await saveSettings(db, user.id, body)
      return settingsOf(db, user.id)
    },
  }),
  ...serve(chartArrangementEndpoints, {
    listChartArrangements: async (_, { db, user }) => chartArrangementsOf(db, user.id),
    saveChartArrangement: async ({ body }, { db, user, t }) => {
      requireKnown(body, t)
      const arrangement = { ...body, order: [...new Set(body.order)], hidden: [...new Set(body.hidden)] }
      await saveChartArrangement(db, user.id, arrangement)
      return chartArrangementsOf(db, user.id)
    },
  }),
]

const groups = new Set<string>(CHART_GROUPS.map(({ key }) => key))

const requireKnown = ({ area_type_id, ...lists }: ChartArrangement, t: Words): void => {
  const wrong: string[] = []
  if (area_type_id !== null && !areaTypeExists(area_type_id)) wrong.push('area_type_id')
  for (const name of ['order', 'hidden'] as const) if (!lists[name].every(key => groups.has(key))) wrong.push(name)
  if (wrong.length > 0)
    throw new Failure('no_valid_input', {
      fields: Object.fromEntries(wrong.map(name => [name, [t('fields.invalid')]])),
    })
}
