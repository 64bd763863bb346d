import { useElementSize, useMergedRef } from '@mantine/hooks'
import { IconBookmarkFilled, IconPencil } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { clockIn, dayIn, momentIn } from '../../kit/language/viewer-formats.ts'
import type { Moment } from './moments.ts'
import classes from './photos.module.css'
import { Marks } from './viewer/marks.tsx'

/** Least width of one photo, px. */
const LEAST = 164
const GAP = 10
const TITLE = 34

interface Props {
  moments: readonly Moment[]
  timeZone: string
  /** Ids of those chosen; null while photos open when they are pressed. */
  chosen: ReadonlySet<number> | null
  onPress: (photo: Photo) => void
}

/** Photos by moment; only the rows in and near the window are in the page. */
export function PhotoGrid({ moments, timeZone, chosen, onPress }: Props) {
  const { ref: sized, width } = useElementSize<HTMLDivElement>()
  const element = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sized, element)
  const [top, setTop] = useState(0)
  // Content above the grid may change its height.
  useEffect(() => {
    const offset = element.current?.offsetTop ?? 0
    if (offset !== top) setTop(offset)
  })
  const across = Math.max(1, ...moments.map(({ photos }) => photos.length))
  const columns = Math.max(1, Math.floor((width + GAP) / (LEAST * across + GAP)))
  const virtual = useWindowVirtualizer({
    count: Math.ceil(moments.length / columns),
    estimateSize: () => ((width / columns / across) * 9) / 16 + TITLE + GAP,
    overscan: 3,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  return (
    <div ref={ref} className={classes.grid} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => (
        <div
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={classes.row}
          style={{
            transform: `translateY(${start - top}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {moments.slice(index * columns, (index + 1) * columns).map(moment => (
            <Tile
              key={moment.photos[0]?.id}
              moment={moment}
              across={across}
              timeZone={timeZone}
              chosen={chosen}
              onPress={onPress}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Tile({
  moment,
  across,
  timeZone,
  chosen,
  onPress,
}: Pick<Props, 'timeZone' | 'chosen' | 'onPress'> & { moment: Moment; across: number }) {
  const time = momentIn(moment.time, timeZone)
  return (
    <figure className={classes.tile}>
      <div className={classes.pair} style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}>
        {moment.photos.map(photo => (
          <Thumb key={photo.id} photo={photo} time={time} chosen={chosen} onPress={onPress} />
        ))}
      </div>
      <figcaption>
        <b>{clockIn(moment.time, timeZone)}</b> <span>{dayIn(moment.time, timeZone)}</span>
      </figcaption>
    </figure>
  )
}

function Thumb({ photo, time, chosen, onPress }: Pick<Props, 'chosen' | 'onPress'> & { photo: Photo; time: string }) {
  const { t } = useTranslation('photos')
  const label = t(chosen ? 'choose' : 'open', { time, kind: t(`kind.${photo.kind}`) })
  return (
    <button
      type="button"
      className={classes.thumb}
      aria-label={photo.marked ? `${label}, ${t('marked')}` : label}
      aria-pressed={chosen ? chosen.has(photo.id) : undefined}
      onClick={() => onPress(photo)}
    >
      <img src={photo.thumb} alt="" loading="lazy" decoding="async" />
      <svg viewBox={`0 0 ${photo.width} ${photo.height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <Marks marks={photo.annotation} size={photo} />
      </svg>
      <span className={classes.signs} aria-hidden="true">
        {photo.marked && <IconBookmarkFilled size={16} />}
        {photo.annotation.length > 0 && <IconPencil size={16} />}
      </span>
    </button>
  )
}
