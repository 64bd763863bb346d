import { useTranslation } from 'react-i18next'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import { airOf, type ThermalIndex, thermalIndexOf } from '#shared/rules/science/thermal-index.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { useFormat } from '../../kit/language/format.ts'
import own from '../gauges/dials.module.css'

interface Props {
  last: LastValues
  /** Key of the kind of animals. */
  areaType: string | undefined
  now: number
}

/**
 * Figures that follow from the last temperature and humidity: the index of these animals, dew point, water in the air.
 */
export function Air({ last, areaType, now }: Props) {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const { t: temperature, h: humidity } = last
  if (!temperature || !humidity) return null
  if ([temperature, humidity].some(({ time }) => freshnessOf(time, now) !== 'fresh')) return null
  const index = areaType ? thermalIndexOf(areaType, temperature.value, humidity.value) : null
  const { dew_point, absolute_humidity, vapour_pressure_deficit } = airOf(temperature.value, humidity.value)
  return (
    <dl className={own.air} aria-label={t('air.title')}>
      {index && <Index index={index} />}
      {dew_point !== null && (
        <div>
          <dt>{t('air.dew_point')}</dt>
          <dd>{format.value(dew_point, 1, '°C')}</dd>
        </div>
      )}
      <div>
        <dt>{t('air.absolute_humidity')}</dt>
        <dd>{format.value(absolute_humidity, 1, 'g/m³')}</dd>
      </div>
      <div>
        <dt>{t('air.vapour_pressure_deficit')}</dt>
        <dd>{format.value(vapour_pressure_deficit, 2, 'kPa')}</dd>
      </div>
    </dl>
  )
}

function Index({ index: { index, value, unit, stress } }: { index: ThermalIndex }) {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  return (
    <div
      data-stress={stress ?? undefined}
      title={t(`air.${index}`, { unit: format.unit('°C'), panting: format.value(28.5, 1, '°C') })}
    >
      <dt>{t('air.thi')}</dt>
      <dd>
        {unit ? format.value(value, 1, unit) : format.number(value, 0)}
        {stress && `, ${t(`stress.${stress}`)}`}
      </dd>
    </div>
  )
}
