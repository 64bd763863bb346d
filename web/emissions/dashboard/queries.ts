import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { EMITTED, type Emitted } from '#shared/rules/science/emission-chain.ts'
import type { CalendarPeriod } from '#shared/rules/time/calendar-period-names.ts'
import { periodAfter, startOfPeriod } from '#shared/rules/time/calendar-periods.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf, useReads } from '../../kit/api/query.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { nowIn } from '../../kit/time/instant.ts'
import { type ScopeChoice, scopeChoices } from '../scope.ts'
import { emissionScreen } from '../screens.ts'

export const EMISSION_READS = [LISTS, LOCATIONS, queryOf(api.listCompanies, {})] as const

/** Parts that a period is shown in. */
const PARTS: Record<CalendarPeriod, CalendarPeriod> = { year: 'quarter', quarter: 'month', month: 'week', week: 'week' }

const WEEKS_OF_A_YEAR = 52

const dayBefore = (date: string): string => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)

/** The dashboard's choice as its address has it, and how to change it. */
export const useEmissionChoice = () => {
  const { t } = useTranslation('emission')
  const [lists, locations, companies] = useReads(EMISSION_READS)
  const search = useScreenSearch(emissionScreen)
  const changeSearch = useChangeSearch(emissionScreen)
  const choices = scopeChoices(companies, locations, (ubn, names) => t('scope.ubn', { ubn, names }))
  const chosen = choices.find(({ value }) => value === search.of) ?? choices[0]
  const today = nowIn(Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10)
  const period = search.period ?? 'year'
  const date = search.date && search.date <= today ? search.date : today
  const from = startOfPeriod(date, period)
  const until = periodAfter(from, period)
  return {
    lists,
    locations,
    choices,
    chosen,
    gas: EMITTED.find(one => one === search.gas) ?? 'nh3',
    period,
    from,
    until,
    today,
    isNow: from <= today && today < until,
    change: (some: { of?: string; gas?: string; period?: CalendarPeriod; date?: string }) => void changeSearch(some),
  }
}
export type EmissionChoice = ReturnType<typeof useEmissionChoice>

interface Asked {
  chosen: ScopeChoice
  gas: Emitted
  period: CalendarPeriod
  from: string
  until: string
}

const queryFor = ({ chosen, gas, period, from, until }: Asked) => ({
  ...chosen.scope,
  gas,
  date_start: from,
  date_end: dayBefore(until),
  interval: PARTS[period],
})

/** The same period a year before; of a week that of 52 weeks before, so that it has the same days of the week. */
export const yearBefore = ({ from, period }: Pick<Asked, 'from' | 'period'>) => {
  const start = period === 'week' ? periodAfter(from, 'week', -WEEKS_OF_A_YEAR) : periodAfter(from, 'year', -1)
  return { from: start, until: periodAfter(start, period) }
}

/** Emission of the choice, of the year before, and the logbook; the last two may come later. */
export const useEmissions = (asked: Asked) => {
  const now = useQuery(queryOf(api.getEmissions, { query: queryFor(asked) }))
  const before = useQuery(queryOf(api.getEmissions, { query: queryFor({ ...asked, ...yearBefore(asked) }) }))
  const logbook = useQuery(queryOf(api.getEmissionLogbook, { query: queryFor(asked) }))
  return { now, before, logbook }
}
