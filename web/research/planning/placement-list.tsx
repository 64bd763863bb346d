import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { useWindowedGroups } from '../../kit/browser/windowed-groups.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import type { Planning } from '../queries.ts'
import { PlacementCard } from './placement-card.tsx'
import classes from './planning.module.css'
import { placementsInOrder, stateOf } from './rows.ts'
import { windowShareAt } from './timeline.ts'

/** Progress of a placement: its whole period, today as a tick. */
function Progress({ one, now }: { one: LocationResearch; now: number }) {
  const from = Date.parse(one.start)
  // A placement without an end is no part of a whole: the bar is open to the right.
  const until = one.end === null ? now + (now - from) / 2 : Date.parse(one.end)
  const share = Math.min(1, Math.max(0, windowShareAt(now, { from, until })))
  return (
    <span className={classes.progress} data-open={one.end === null || undefined} aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
      {share > 0 && share < 1 && <b style={{ left: `${share * 100}%` }} />}
    </span>
  )
}

/** Height in px of a card before it has been drawn and measured, and the space below it. */
const ITEM = 120
const GAP = 9

interface Props {
  placements: readonly LocationResearch[]
  read: Planning
  now: number
  chosen: number | null
  onChoose: (id: number | null) => void
}

/** The calendar on a phone: cards, what runs first. A tap opens one in full. Of many only those in and near the window are in the page. */
export function PlacementList({ placements, read, now, chosen, onChoose }: Props) {
  const { t } = useTranslation('research')
  const iso = new Date(now).toISOString()
  const inOrder = useMemo(() => placementsInOrder(placements, iso), [placements, iso])
  const { element, drawn, whole, moved } = useWindowedGroups({
    groups: [{ key: 'all', head: false, lines: inOrder.length }],
    guess: { head: 0, line: ITEM },
    gap: GAP,
  })
  return (
    <div ref={element} className={classes.listed} style={whole}>
      <ul className={classes.list} style={moved}>
        {drawn[0]?.lines.map(({ line, props }) => {
          const one = elementAt(inOrder, line)
          return (
            <li key={one.id} aria-setsize={inOrder.length} aria-posinset={line + 1} {...props}>
              {one.id === chosen ? (
                <PlacementCard one={one} read={read} now={now} />
              ) : (
                <button type="button" className={`bm-card ${classes.item}`} onClick={() => onChoose(one.id)}>
                  <span className={classes.itemHead}>
                    <b>{one.research_name ?? one.area_name}</b>
                    <span className="bm-tag" data-state={stateOf(one, iso)}>
                      {t(`state.${stateOf(one, iso)}`)}
                    </span>
                  </span>
                  <span className="bm-muted">
                    {one.area_name}, {one.location_name} · {one.device_name}
                  </span>
                  <Progress one={one} now={now} />
                  <span className={classes.itemDates}>
                    <span>{dayIn(one.start, one.time_zone)}</span>
                    <span>{one.end ? dayIn(one.end, one.time_zone) : t('open')}</span>
                  </span>
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
