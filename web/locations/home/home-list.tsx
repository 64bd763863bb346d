import { measureElement, useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual'
import { memo, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { useRenderedAbove } from '../../kit/first-paint/progressive.ts'
import { hasScrolled, useScrolled } from '../../kit/first-paint/scrolled.ts'
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
/** The size of the window until it is known. */
const PHONE = { width: 412, height: 823 }
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

/** Tells the size of the window, the first time together with the next picture. */
const observeWindow = (_: unknown, tell: (size: { width: number; height: number }) => void) => {
  const told = () => tell({ width: window.innerWidth, height: window.innerHeight })
  const frame = requestAnimationFrame(told)
  window.addEventListener('resize', told, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    window.removeEventListener('resize', told)
  }
}

type List = Virtualizer<Window, HTMLDivElement>

/** Height of a row. As rows stand in the flow, guesses do no harm until the observer knows better, unless a place is to be found again. */
const sizeOf = (row: HTMLDivElement, entry: ResizeObserverEntry | undefined, list: List): number =>
  entry || hasScrolled() ? measureElement(row, entry, list) : list.options.estimateSize(list.indexFromElement(row))

/** The lines of home; only those in and near the window are in the page. */
export function HomeList({ rows, lists, handle }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const begun = useRef(false)
  const [top, setTop] = useState(0)
  // Content above may change its height, e.g. when filters appear: told once all is laid out, never in between.
  useEffect(() => {
    const observer = new ResizeObserver(() => setTop(element.current?.offsetTop ?? 0))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: index => GUESS[rows[index]?.kind ?? 'line'],
    getItemKey: index => rows[index]?.key ?? index,
    overscan: useScrolled() ? 8 : 1,
    scrollMargin: top,
    scrollPaddingStart: 80,
    initialRect: PHONE,
    // Asked only where it can be another: the answer would lay the page out in the middle of its drawing.
    initialOffset: () => (hasScrolled() ? window.scrollY : 0),
    observeElementRect: observeWindow,
    measureElement: sizeOf,
    scrollToFn: (offset, how, list) => {
      // A new list would scroll to where the window stood when it was begun to be drawn, over what the tab was left at.
      if (begun.current) windowScroll(offset, how, list)
      begun.current = true
    },
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
  const above = (items[0]?.start ?? top) - top
  return (
    <div ref={element} className={classes.list} style={{ '--height': `${virtual.getTotalSize()}px` }}>
      <div style={{ transform: `translateY(${above}px)` }}>
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
