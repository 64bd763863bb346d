import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../list/diary.module.css'
import { type ClimateValue, isOut, isTemperature } from './climate.ts'

/** Number of values a card has room for; the page of the inspection has all. */
const MOST = 4

/** The climate around an inspection in one line. */
export function ClimateLine({ values }: { values: readonly ClimateValue[] }) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  if (values.length === 0) return null
  // Values out of comfort are shown whatever the room.
  const visible =
    values.length <= MOST ? values : values.filter((one, index) => index < MOST - 1 || isOut(one)).slice(0, MOST)
  return (
    <p className={classes.climate}>
      {visible.map(value => (
        <span key={value.measurement} className="bm-nowrap">
          {isOut(value) && value.status && (
            <>
              <StatusShape status={value.status} size={14} />
              <span className="bm-hidden">{t(`status.${value.status}`)}</span>
            </>
          )}
          <b>{format.figure(value.value, value.decimals, value.unit)}</b>
          <span>
            {format.unit(value.unit)}{' '}
            {!isTemperature(value) && !value.unit.includes('%') && <QuantityName name={value.name} />}
            {value.unit.includes('%') && <span className="bm-hidden">{value.name}</span>}
          </span>
        </span>
      ))}
    </p>
  )
}
