import { IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { AreaNight as Night } from '#shared/contract/measurements/nights.ts'
import { LEAST_OF_NIGHT } from '#shared/rules/insights/night.ts'
import { definitionOf } from '#shared/rules/science/measurement-definition.ts'
import { isMorning } from '#shared/rules/time/morning.ts'
import { nightBefore } from '#shared/rules/time/night.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import classes from '../home/home.module.css'
import type { AreaProps } from './area-parts.tsx'

/** Time for which a night is not asked for again: it is over, save for what devices bring in later. */
const GOOD_FOR = 15 * MINUTE_MS

/** "25 min", "3.5 h": minutes below an hour, else half hours. */
const useLength = () => {
  const format = useFormat()
  return (hours: number): string => {
    if (hours < 1) return format.value(Math.max(1, Math.round(hours * 60)), 0, 'min')
    const halves = Math.round(hours * 2) / 2
    return format.value(halves, Number.isInteger(halves) ? 0 : 1, 'h')
  }
}

/** Sentences of a night, the worst first; "all within comfort" only where enough of it is there. */
const useSaid = () => {
  const { t } = useTranslation('home')
  const format = useFormat()
  const length = useLength()
  return ({ finding, coverage, missing_hours }: Night, { state, lists }: AreaProps): string[] => {
    // The loss of data first: the end of a line may not be seen.
    const said: string[] = coverage < LEAST_OF_NIGHT ? [t('night.missing', { time: length(missing_hours) })] : []
    const quantity = finding && definitionOf(finding.measurement, state.area.area_type_id, lists)?.quantity
    if (finding && quantity)
      said.push(
        t(`night.${finding.kind}`, {
          name: quantity.name,
          time: length(finding.hours),
          value: format.value(finding.extreme, quantity.decimals, quantity.unit),
        }),
      )
    return said.length > 0 || finding ? said : [t('night.well')]
  }
}

/** Last night of an area in a sentence. All areas ask once together. */
export default function AreaNight({ state, lists }: AreaProps) {
  const { t } = useTranslation('home')
  const saidOf = useSaid()
  const { data = [] } = useQuery({ ...queryOf(api.listNights, {}), staleTime: GOOD_FOR, refetchInterval: GOOD_FOR })
  const now = useNow()
  const zone = state.location.time_zone
  const night = data.find(({ area_id }) => area_id === state.area.id)
  // An answer of yesterday, or one that is still shown in the afternoon, tells of another night.
  const isThis = night && isMorning(now, zone) && Date.parse(night.until) === nightBefore(now, zone).until
  if (!isThis) return null
  const said = saidOf(night, { state, lists }).join(' · ')
  if (said === '') return null
  return (
    <>
      <IconMoon size={15} stroke={1.8} aria-hidden="true" />
      <span className={classes.nightSaid} title={said}>
        {t('night.lead')} <QuantityName name={said} />
      </span>
    </>
  )
}
