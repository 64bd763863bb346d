import { type RefObject, useLayoutEffect, useState } from 'react'
import classes from '../mapping.module.css'

/** A row, and the place of the message it leads to. */
export interface Link {
  row: number
  place: string
  kind: string
}

interface Wire extends Link {
  from: [number, number]
  to: [number, number]
}

const middle = ({ top, height }: DOMRect): number => top + height / 2

/** Wires from the edge of the message to the path of each row; none for a value that is scrolled away. */
const wiresIn = (box: HTMLElement, links: readonly Link[]): Wire[] => {
  const origin = box.getBoundingClientRect()
  return links.flatMap(link => {
    const leaf = box.querySelector(`[data-place="${CSS.escape(link.place)}"]`)
    const message = leaf?.closest('[data-message]')?.getBoundingClientRect()
    const path = box.querySelector(`[data-row="${link.row}"] input`)?.getBoundingClientRect()
    if (!leaf || !message || !path) return []
    const y = middle(leaf.getBoundingClientRect())
    if (y < message.top || y > message.bottom) return []
    const from: Wire['from'] = [message.right - origin.left, y - origin.top]
    return [{ ...link, from, to: [path.left - origin.left, middle(path) - origin.top] }]
  })
}

const curve = ({ from: [x1, y1], to: [x2, y2] }: Wire): string => {
  const x = (x1 + x2) / 2
  return `M${x1} ${y1}C${x} ${y1} ${x} ${y2} ${x2} ${y2}`
}

/** Curves from the values of the message to the rows that read them, on a wide screen. Decoration: the words say the same. */
export function Wires({ container, links }: { container: RefObject<HTMLElement | null>; links: readonly Link[] }) {
  const [wires, setWires] = useState<Wire[]>([])
  useLayoutEffect(() => {
    const box = container.current
    if (!box) return
    const draw = () => setWires(wiresIn(box, links))
    draw()
    const resized = new ResizeObserver(draw)
    for (const part of [box, ...box.children]) resized.observe(part)
    box.addEventListener('scroll', draw, true)
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', draw, true)
    }
  }, [container, links])
  return (
    <svg className={classes.wires} aria-hidden="true">
      {wires.map(wire => (
        <g key={wire.row} data-became={wire.kind}>
          <path d={curve(wire)} />
          <circle cx={wire.from[0]} cy={wire.from[1]} r="3" />
          <circle cx={wire.to[0]} cy={wire.to[1]} r="3" />
        </g>
      ))}
    </svg>
  )
}
