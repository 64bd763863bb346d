import { IconCloud } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'

/** Hours come one by one, some minutes after they began. */
const GOOD_FOR = 15 * MINUTE_MS

/** Weather outside of a farm with its age; nothing where it is not known, or too old. All farms ask once together. */
export default function FarmWeather({ locationId }: { locationId: number }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const now = useNow()
  const { data = [] } = useQuery({ ...queryOf(api.listWeather, {}), staleTime: GOOD_FOR, refetchInterval: GOOD_FOR })
  const weather = data.find(({ location_id }) => location_id === locationId)
  if (!weather || freshnessOf(weather.time, now) === 'gone') return null
  const { temperature, humidity, wind_speed, time } = weather
  const said = [
    format.value(temperature, 1, '°C'),
    humidity !== null && format.value(humidity, 0, '%'),
    wind_speed !== null && t('weather.wind', { value: format.value(wind_speed, 1, 'm/s') }),
    format.age(time, now),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <span title={said}>
      <IconCloud size={16} stroke={1.8} aria-hidden="true" />
      {t('weather.lead')} {said}
    </span>
  )
}
