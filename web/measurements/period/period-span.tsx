import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { lastPeriod } from '#shared/rules/time/last-period.ts'
import { dateTimeAt, localDateAt } from '#shared/rules/time/wall-clock.ts'
import { shownDate, shownDateTime, shownMonthDay, shownShortDateTime } from '../../kit/language/viewer-formats.ts'
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
  const span = known ? known.periodOf(choice, now, timeZone) : lastPeriod(choice, now, timeZone)
  return span && <Span from={span.from} until={span.until} timeZone={timeZone} />
}

/** `2026-11-17 07:40 to 11-18 07:40`; whole days without their midnight. */
function Span({ from, until, timeZone }: { from: number; until: number; timeZone: string }) {
  const { t } = useTranslation('measurements')
  const written = (time: number, shown: (text: string) => string) =>
    shown(dateTimeAt(time, timeZone)) + whichOf(time, timeZone)
  const isMidnight = (time: number) => written(time, text => text).endsWith('00:00')
  const [first, last] = [localDateAt(from, timeZone), localDateAt(until - 1, timeZone)]
  if (isMidnight(from) && isMidnight(until)) {
    if (first === last) return <b>{shownDate(first)}</b>
    const isOfOneYear = first.slice(0, 4) === last.slice(0, 4)
    return (
      <>
        <b>{shownDate(first)}</b> {t('to')} <b>{(isOfOneYear ? shownMonthDay : shownDate)(last)}</b>
      </>
    )
  }
  const isOfOneYear = first.slice(0, 4) === localDateAt(until, timeZone).slice(0, 4)
  return (
    <>
      <b>{written(from, shownDateTime)}</b> {t('to')}{' '}
      <b>{written(until, isOfOneYear ? shownShortDateTime : shownDateTime)}</b>
    </>
  )
}
