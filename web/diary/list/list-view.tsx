import { Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import type { DefinitionLists } from '#shared/rules/science/measurement-definition.ts'
import type { Target } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { climateOf } from '../inspection/climate.ts'
import { useClimates } from '../queries.ts'
import { weekdayKey } from '../weekday.ts'
import { byDay } from './days.ts'
import classes from './diary.module.css'
import { DiaryEntry } from './entry.tsx'

/** px before the end of the list at which the next page is asked for. */
const AHEAD = '900px'

/** Reads on by itself as the end comes near; also a button, for keyboards and where nothing can be observed. */
export function ReadOn({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const { t } = useTranslation('diary')
  const { ref, entry } = useIntersection({ rootMargin: AHEAD })
  const near = entry?.isIntersecting ?? false
  useEffect(() => {
    if (near && !busy) onMore()
  }, [near, busy, onMore])
  return (
    <Button ref={ref} variant="default" loading={busy} onClick={onMore}>
      {t('older')}
    </Button>
  )
}

/** Empty diary, with the way to the first inspection. */
export function NoInspections({ toNew }: { toNew: Target | null }) {
  const { t } = useTranslation('diary')
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        toNew && (
          <Button component={ScreenLink} to={toNew}>
            {t('new')}
          </Button>
        )
      }
    />
  )
}

interface Props {
  inspections: readonly InspectionSummary[]
  lists: DefinitionLists
  withLocation: boolean
}

/** The entries of the diary, day by day. Their climate comes after them. */
export function ListView({ inspections, lists, withLocation }: Props) {
  const { t } = useTranslation('diary')
  const now = useNow(60_000)
  const climates = useClimates(inspections.map(({ id }) => id))
  return byDay(inspections, now).map(({ day, said, inspections: ofDay }) => (
    <section key={day} className={classes.day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`}>
        {said ? t(`day.${said}`) : t(weekdayKey(day))} <span>{day}</span>
      </h2>
      <ul>
        {ofDay.map(inspection => (
          <DiaryEntry
            key={inspection.id}
            inspection={inspection}
            climate={climateOf(climates.get(inspection.id) ?? [], inspection.areas[0]?.area_type_id, lists)}
            withLocation={withLocation}
            now={now}
          />
        ))}
      </ul>
    </section>
  ))
}
