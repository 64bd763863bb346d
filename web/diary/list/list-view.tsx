import { Button } from '@mantine/core'
import { useElementSize, useIntersection, useMergedRef } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { DefinitionLists } from '#shared/rules/science/measurement-definition.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { useWindowedGroups } from '../../kit/browser/windowed-groups.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
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

/** Empty diary; the page's own button leads to the first inspection. */
export function NoInspections() {
  const { t } = useTranslation('diary')
  return <EmptyState title={t('empty.title')} text={t('empty.text')} />
}

interface Props {
  inspections: readonly InspectionSummary[]
  lists: DefinitionLists
  withLocation: boolean
}

/** px: the least width of an entry on the desk, the space between two, and the heights of a day's heading and of an entry before they are drawn. */
const LEAST = 400
const GAP = 10
const HEAD = 36
const ENTRY = 150

/** The entries of the diary, day by day. Their climate comes after them. */
export function ListView({ inspections, lists, withLocation }: Props) {
  const { t } = useTranslation('diary')
  const now = useNow(60_000)
  const climates = useClimates(inspections.map(({ id }) => id))
  const { ref: sized, width } = useElementSize<HTMLDivElement>()
  const columns = useIsDesktop() ? Math.max(1, Math.floor((width + GAP) / (LEAST + GAP))) : 1
  const days = byDay(inspections, now)
  const { element, windowed, drawn, whole, moved } = useWindowedGroups({
    groups: days.map(({ day, inspections: ofDay }) => ({
      key: day,
      head: true,
      lines: Math.ceil(ofDay.length / columns),
    })),
    guess: { head: HEAD, line: ENTRY },
    gap: GAP,
    across: columns,
  })
  const ref = useMergedRef(sized, element)
  const sideBySide = windowed ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined
  return (
    <div ref={ref} style={whole}>
      <div className={classes.list} style={moved}>
        {drawn.map(({ group, head, lines }) => {
          const { day, said, inspections: ofDay } = elementAt(days, group)
          const name = said ? t(`day.${said}`) : t(weekdayKey(day))
          const named = head ? { 'aria-labelledby': `day-${day}` } : { 'aria-label': `${name} ${day}` }
          return (
            <section key={day} className={classes.day} {...named}>
              {head && (
                <h2 id={`day-${day}`} data-later={group > 0 || undefined} {...head}>
                  {name} <span>{shownDate(day)}</span>
                </h2>
              )}
              <ul style={sideBySide}>
                {lines.flatMap(({ line, props }) =>
                  ofDay.slice(line * columns, (line + 1) * columns).map((inspection, column) => (
                    <DiaryEntry
                      key={inspection.id}
                      inspection={inspection}
                      climate={climateOf(climates.get(inspection.id) ?? [], inspection.areas[0]?.area_type_id, lists)}
                      withLocation={withLocation}
                      now={now}
                      // Entries side by side are of one height.
                      line={column === 0 ? props : {}}
                    />
                  )),
                )}
              </ul>
            </section>
          )
        })}
      </div>
    </div>
  )
}
