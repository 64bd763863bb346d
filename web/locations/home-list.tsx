import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '../../shared/contract/taxonomy.ts'
import { BigCard, MediumCard } from './area-cards.tsx'
import { AreaRow } from './area-row.tsx'
import { AreaXs } from './area-xs.tsx'
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
/** px, where there is no window to measure. */
const SEEN = { width: 0, height: 600 }
const SETTLE_FRAMES = 30

function Row({ row, lists }: { row: HomeRow; lists: TaxonomyLists }) {
  const { t } = useTranslation('locations')
  if (row.kind === 'head') return <GroupHead {...row} />
  if (row.kind === 'line') {
    const { state, first, last } = row
    return row.small ? (
      <AreaXs state={state} first={first} last={last} />
    ) : (
      <AreaRow state={state} lists={lists} first={first} last={last} />
    )
  }
  if (row.kind === 'empty')
    return (
      <p className={`bm-card ${classes.none}`}>
        <span className="bm-grow">{t('no_areas')}</span>
        <Link to={`/areas/create?location_id=${row.location.id}`} className="bm-link">
          {t('add_area')}
        </Link>
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
}

/** Puts the focus on an area once it is drawn, which takes a few frames after scrolling far. */
const focusSoon = (areaId: number, frames = SETTLE_FRAMES): void => {
  const link = document.querySelector<HTMLElement>(`#area-${areaId} a`)
  if (link) link.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusSoon(areaId, frames - 1))
}

/** The lines of home; only those in and near the window are in the page. */
export function HomeList({ rows, lists, handle }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // What stands above may change its height, e.g. when filters appear.
  useEffect(() => {
    const offset = element.current?.offsetTop ?? 0
    if (offset !== top) setTop(offset)
  })
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: index => GUESS[rows[index]?.kind ?? 'line'],
    getItemKey: index => rows[index]?.key ?? index,
    overscan: 8,
    initialRect: SEEN,
    scrollMargin: top,
    scrollPaddingStart: 80,
  })
  useImperativeHandle(handle, () => ({
    jumpTo: areaId => {
      const index = rowOfArea(rows, areaId)
      if (index < 0) return
      virtual.scrollToIndex(index, { align: 'center' })
      focusSoon(areaId)
    },
  }))
  return (
    <div ref={element} className={classes.list} style={{ '--height': `${virtual.getTotalSize()}px` } as CSSProperties}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        if (!row) return null
        return (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.line}
            style={{ '--at': `${start - top}px` } as CSSProperties}
          >
            <Row row={row} lists={lists} />
          </div>
        )
      })}
    </div>
  )
}
