import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import classes from '../photos.module.css'
import { Marks, shapeOf } from './marks.tsx'

/** px a finger moves before it means the next photo. */
const SWIPE = 50

interface Props {
  photo: Pick<Photo, 'annotation' | 'width' | 'height'>
  src: string
  alt: string
  /** Place of the photo among `count`. */
  index: number
  count: number
  words: { before: string; after: string }
  /** Ways to the others also where there are none. */
  steps: boolean
  onStep: (by: number) => void
}

/** Photo, large, with what is drawn on it; a swipe or a button leads to the one before or after. */
export function PhotoStage({ photo, src, alt, index, count, words, steps, onStep }: Props) {
  const touch = useRef<number | null>(null)
  return (
    <div
      className={classes.stage}
      onPointerDown={event => {
        touch.current = event.pointerType === 'touch' ? event.clientX : null
      }}
      onPointerUp={event => {
        const moved = touch.current === null ? 0 : event.clientX - touch.current
        touch.current = null
        if (Math.abs(moved) > SWIPE) onStep(moved > 0 ? -1 : 1)
      }}
    >
      <div className={classes.frame} style={shapeOf(photo)}>
        <img src={src} alt={alt} draggable={false} />
        <svg className={classes.canvas} viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true">
          <Marks marks={photo.annotation} size={photo} />
        </svg>
      </div>
      {steps && (
        <>
          <button
            type="button"
            className={classes.before}
            aria-label={words.before}
            disabled={index <= 0}
            onClick={() => onStep(-1)}
          >
            <IconChevronLeft size={28} stroke={2} />
          </button>
          <button
            type="button"
            className={classes.after}
            aria-label={words.after}
            disabled={index >= count - 1}
            onClick={() => onStep(1)}
          >
            <IconChevronRight size={28} stroke={2} />
          </button>
        </>
      )}
    </div>
  )
}
