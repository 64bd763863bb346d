import { Button, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { serverNow } from '../../kit/time/now.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import classes from './diary.module.css'
import type { DiaryFilters } from './filter.ts'

const PRESETS = [7, 30, 365] as const

/** The day so many days ago on the clock of whoever looks, as `YYYY-MM-DD`. */
const daysAgo = (days: number): string => {
  const moment = new Date(serverNow() - days * DAY_MS)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

const FIRST_DAY = '2000-01-01'
/** Whole, and not before there was anything; or left open. */
const isDay = (text: string): boolean => text === '' || (/^\d{4}-\d\d-\d\d$/.test(text) && text >= FIRST_DAY)

/** Fields for both days, as they are typed; they count once they are whole and in their order, when a field is left. */
function Days({ start, end, onFilter }: { start: string; end: string; onFilter: Props['onFilter'] }) {
  const { t } = useTranslation('diary')
  const [days, setDays] = useState({ start, end })
  const reversed = days.start !== '' && days.end !== '' && days.end < days.start
  const send = () => {
    const changed = days.start !== start || days.end !== end
    if (changed && !reversed && isDay(days.start) && isDay(days.end))
      onFilter({ date_start: days.start, date_end: days.end })
  }
  return (['start', 'end'] as const).map(name => (
    <DateField
      key={name}
      clearable
      label={t(`period.${name}`)}
      min={FIRST_DAY}
      value={days[name]}
      error={name === 'end' && reversed ? t('period.wrong') : undefined}
      onChange={day => setDays({ ...days, [name]: day })}
      onBlur={send}
      onKeyDown={event => event.key === 'Enter' && send()}
    />
  ))
}

interface Props {
  filters: Pick<DiaryFilters, 'date_start' | 'date_end'>
  onFilter: (change: Partial<DiaryFilters>) => void
}

/** Filter from one day to another, both included; either may stay open. */
export function PeriodFilter({ filters: { date_start, date_end }, onFilter }: Props) {
  const { t } = useTranslation('diary')
  const [opened, setOpened] = useState(false)
  const on = date_start !== '' || date_end !== ''
  const label = () => {
    if (date_start && date_end) return t('period.between', { start: shownDate(date_start), end: shownDate(date_end) })
    return date_start
      ? t('period.since', { day: shownDate(date_start) })
      : t('period.until', { day: shownDate(date_end ?? '') })
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          data-on={on || undefined}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={20} stroke={1.8} aria-hidden="true" />
          <span className="bm-nowrap">{on ? label() : t('period.name')}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('period.name')}>
        <div className={classes.period}>
          {/* What is chosen below is what the fields show. */}
          <Days key={`${date_start} ${date_end}`} start={date_start} end={date_end} onFilter={onFilter} />
          <div className={classes.presets}>
            {PRESETS.map(days => (
              <Button
                key={days}
                variant="default"
                onClick={() => onFilter({ date_start: daysAgo(days - 1), date_end: '' })}
              >
                {t('period.days', { count: days })}
              </Button>
            ))}
          </div>
          <Button
            variant="subtle"
            disabled={!on}
            onClick={() => {
              onFilter({ date_start: '', date_end: '' })
              setOpened(false)
            }}
          >
            {t('period.all')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
