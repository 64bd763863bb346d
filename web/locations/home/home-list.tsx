import { memo, type Ref, useImperativeHandle } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { useWindowedRows } from '../../kit/browser/windowed-rows.ts'
import { useRenderedAbove } from '../../kit/first-paint/progressive.ts'
import { useScrolled } from '../../kit/first-paint/scrolled.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { BigCard, MediumCard } from '../area/area-cards.tsx'
import { QuietAreaRow } from '../area/area-row.tsx'
import { AreaXs } from '../area/area-xs.tsx'
import { newAreaScreen } from '../screens.ts'
import { GroupHead } from './group-head.tsx'
import classes from './home.module.css'
import { type HomeRow, rowOfArea } from './home-rows.ts'

export interface HomeListHandle {
  /** Scrolls to an area and puts the focus there. */
  jumpTo: (areaId: number) => void
}

interface Props {
  rows: readonly HomeRow[]
  lists: TaxonomyLists
  handle: Ref<HomeListHandle>
}

/** Heights in px before a row has been drawn and measured. */
const GUESS: Record<HomeRow['kind'], number> = { head: 60, empty: 56, cards: 216, line: 52 }
/** Rows that are drawn before and after those in the window: of cards each holds several, with fifty elements each. */
const CARDS_AROUND = 3
const LINES_AROUND = 8
const SETTLE_FRAMES = 30

const Row = memo(function Row({ row, lists }: { row: HomeRow; lists: TaxonomyLists }) {
  const { t } = useTranslation('locations')
  if (row.kind === 'head') return <GroupHead location={row.location} states={row.states} collapsed={row.collapsed} />
  if (row.kind === 'line') {
    const { state, first, last } = row
    return row.small ? (
      <AreaXs state={state} first={first} last={last} />
    ) : (
      <QuietAreaRow state={state} lists={lists} first={first} last={last} />
    )
  }
  if (row.kind === 'empty')
    return (
      <p className={`bm-card ${classes.none}`}>
        <span className="bm-grow">{t('no_areas')}</span>
        {row.location.may.includes('edit') && (
          <ScreenLink to={linkTo(newAreaScreen, { search: { location_id: row.location.id } })} className="bm-link">
            {t('add_area')}
          </ScreenLink>
        )}
      </p>
    )
  return (
    <div className={classes.cards}>
      {row.big.map(state => (
        <BigCard key={state.area.id} state={state} lists={lists} />
      ))}
      {row.medium.map(state => (
        <MediumCard key={state.area.id} state={state} lists={lists} />
      ))}
    </div>
  )
})

/** Puts the focus on an area once it is drawn, which takes a few frames after scrolling far. */
const focusSoon = (areaId: number, frames = SETTLE_FRAMES): void => {
  const link = document.querySelector<HTMLElement>(`#area-${areaId} a`)
  if (link) link.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusSoon(areaId, frames - 1))
}

/** The lines of home; only those in and near the window are in the page. */
export function HomeList({ rows, lists, handle }: Props) {
  const around = rows.some(({ kind }) => kind === 'cards') ? CARDS_AROUND : LINES_AROUND
  const { element, virtual, above } = useWindowedRows<HTMLDivElement>({
    count: rows.length,
    guess: index => GUESS[rows[index]?.kind ?? 'line'],
    keyOf: index => rows[index]?.key ?? index,
    overscan: useScrolled() ? around : 1,
  })
  useImperativeHandle(handle, () => ({
    jumpTo: areaId => {
      const index = rowOfArea(rows, areaId)
      if (index < 0) return
      virtual.scrollToIndex(index, { align: 'center' })
      focusSoon(areaId)
    },
  }))
  const items = useRenderedAbove() ? virtual.getVirtualItems() : []
  return (
    <div ref={element} className={classes.list} style={{ '--height': `${virtual.getTotalSize()}px` }}>
      <div style={{ transform: `translateY(${above(items)}px)` }}>
        {items.map(({ index, key }) => {
          const row = rows[index]
          return (
            row && (
              <div key={key} ref={virtual.measureElement} data-index={index} className={classes.line}>
                <Row row={row} lists={lists} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
