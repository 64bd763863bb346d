import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import type { ChangeSelection } from '../dashboard/queries.ts'
import type { Selection } from '../dashboard/selection.ts'
import classes from './filters.module.css'

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

interface Props {
  selection: Selection
  onChange: ChangeSelection
}

/** Months of the year that count: none pressed means all. */
export function MonthsFilter({ selection: { months }, onChange }: Props) {
  const { t } = useTranslation('statistics')
  const { language } = useFormat()
  const names = useMemo(() => {
    const [long, narrow] = (['long', 'narrow'] as const).map(
      month => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
    )
    return MONTHS.map(month => {
      const time = Date.UTC(2026, month - 1, 15)
      return { long: long?.format(time) ?? '', narrow: narrow?.format(time) ?? '' }
    })
  }, [language])
  const toggle = (month: number) =>
    onChange(({ months: before }) => ({
      months: before.includes(month) ? before.filter(one => one !== month) : [...before, month],
    }))
  return (
    <fieldset className={classes.months}>
      <legend className="bm-hidden">{t('filters.months')}</legend>
      {MONTHS.map(month => {
        const { long, narrow } = names[month - 1] ?? { long: '', narrow: '' }
        return (
          <button
            key={month}
            type="button"
            className={classes.month}
            aria-pressed={months.includes(month)}
            aria-label={long}
            title={long}
            onClick={() => toggle(month)}
          >
            {narrow}
          </button>
        )
      })}
    </fieldset>
  )
}
