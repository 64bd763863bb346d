import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import type { QueryPeriod } from './period-choice.ts'
import { whichOf } from './wall-clock.ts'

type Rules = typeof import('#shared/rules/time/period.ts')
let rules: Rules | undefined

/** The rules of periods, with their calendar: too heavy for the first screen, so they come after it. */
const useRules = (): Rules | undefined => {
  const [known, setKnown] = useState(rules)
  useEffect(() => {
    if (rules) return
    const late = setTimeout(() => {
      import('#shared/rules/time/period.ts').then(
        loaded => {
          rules = loaded
          setKnown(loaded)
        },
        () => undefined,
      )
    }, 1500)
    return () => clearTimeout(late)
  }, [])
  return known
}

interface Props {
  choice: QueryPeriod
  frame: Pick<Frame, 'from' | 'until'> | undefined
  timeZone: string
  now: number
}

/** Span of the period chosen. Quick steps show their dates at once, before the charts of the last one are read. */
export function PeriodSpan({ choice, frame, timeZone, now }: Props) {
  const known = useRules()
  if (frame) return <Span from={Date.parse(frame.from)} until={Date.parse(frame.until)} timeZone={timeZone} />
  if (!known) return null
  return <Span {...known.periodOf(choice, now, timeZone)} timeZone={timeZone} />
}

/** `2026-11-17 07:40 to 11-18 07:40`; whole days without their midnight. */
function Span({ from, until, timeZone }: { from: number; until: number; timeZone: string }) {
  const { t } = useTranslation('measurements')
  const [start, end] = [from, until].map(time => dateTimeIn(time, timeZone) + whichOf(time, timeZone)) as [
    string,
    string,
  ]
  const wholeDays = start.endsWith('00:00') && end.endsWith('00:00')
  const last = dateTimeIn(until - 1, timeZone)
  const [a, b] = wholeDays ? [start.slice(0, 10), last.slice(0, 10)] : [start, end]
  const sameYear = a.slice(0, 4) === b.slice(0, 4)
  if (wholeDays && a === b) return <b>{a}</b>
  return (
    <>
      <b>{a}</b> {t('to')} <b>{sameYear ? b.slice(5) : b}</b>
    </>
  )
}
