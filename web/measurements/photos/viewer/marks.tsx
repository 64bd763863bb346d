import type { CSSProperties } from 'react'
import type { Photo, PhotoMark } from '#shared/contract/measurements/photos.ts'
import classes from '../photos.module.css'

type Size = Pick<Photo, 'width' | 'height'>
type Point = [number, number]

/** Lets a frame take all the room there is, in the shape of the photo. */
export const shapeOf = ({ width, height }: Size): CSSProperties => {
  const shape = { '--shape': width / height }
  return { ...shape, aspectRatio: `${width} / ${height}` }
}

/** Sizes of an arrow's head and of text, as shares of the shorter side. */
const HEAD = 0.045
const TEXT = 0.06

const headOf = (from: Point, to: Point, { width, height }: Size): string => {
  const [x, y] = [to[0] * width, to[1] * height]
  const angle = Math.atan2(y - from[1] * height, x - from[0] * width)
  const length = HEAD * Math.min(width, height)
  const wing = (turn: number) => `${x - length * Math.cos(angle + turn)} ${y - length * Math.sin(angle + turn)}`
  return `M${wing(0.5)}L${x} ${y}L${wing(-0.5)}`
}

const pathOf = (mark: Exclude<PhotoMark, { type: 'text' }>, size: Size): string => {
  const at = ([x, y]: Point) => `${x * size.width} ${y * size.height}`
  if (mark.type === 'line') return `M${mark.points.map(at).join('L')}`
  if (mark.type === 'arrow') return `M${at(mark.from)}L${at(mark.to)}${headOf(mark.from, mark.to, size)}`
  const [[a, b], [c, d]] = [mark.from, mark.to]
  if (mark.type === 'ring') {
    const radii = `${(Math.abs(c - a) / 2) * size.width} ${(Math.abs(d - b) / 2) * size.height} 0 1 0`
    const [left, right] = [at([a, (b + d) / 2]), at([c, (b + d) / 2])]
    return `M${left}A${radii} ${right}A${radii} ${left}Z`
  }
  return `M${at([a, b])}L${at([c, b])}L${at([c, d])}L${at([a, d])}Z`
}

function Mark({ mark, size }: { mark: PhotoMark; size: Size }) {
  if (mark.type === 'text')
    return (
      <text
        className={classes.markText}
        x={mark.at[0] * size.width}
        y={mark.at[1] * size.height}
        fontSize={TEXT * Math.min(size.width, size.height)}
      >
        {mark.text}
      </text>
    )
  const path = pathOf(mark, size)
  return (
    <>
      <path className={classes.markEdge} d={path} />
      <path className={classes.mark} d={path} />
    </>
  )
}

/** Marks drawn on a photo, in its own px: seen on any picture, light or dark, by a pale edge. */
export function Marks({ marks, size }: { marks: readonly PhotoMark[]; size: Size }) {
  return marks.map((mark, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: marks have nothing else to tell them apart, and never change places
    <Mark key={index} mark={mark} size={size} />
  ))
}
