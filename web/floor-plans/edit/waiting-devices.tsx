import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../floor-plans.module.css'
import type { HangingDevice } from '../pins.ts'

/** px that a mouse moves before it drags. */
const DRAG = 6

interface Props {
  devices: readonly HangingDevice[]
  chosen: number | null
  onChoose: (placed: HangingDevice) => void
  /** By a key or a screen reader, which points at no place. */
  onPlaceByKey: (placed: HangingDevice) => void
  onDrop: (placed: HangingDevice, point: { x: number; y: number }) => void
}

/** Devices that are not on the plan: chosen by a tap, or dragged there by a mouse. A finger scrolls the list. */
export function WaitingDevices({ devices, chosen, onChoose, onPlaceByKey, onDrop }: Props) {
  const { t } = useTranslation('floor-plans')
  const [dragged, setDragged] = useState<{ placed: HangingDevice; x: number; y: number } | null>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const moved = useRef(false)
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    moved.current = false
    if (event.pointerType === 'touch') return
    start.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move =
    (placed: HangingDevice) =>
    ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!start.current) return
      if (Math.hypot(x - start.current.x, y - start.current.y) > DRAG) moved.current = true
      if (moved.current) setDragged({ placed, x, y })
    }
  const end = (isDone: boolean) => () => {
    start.current = null
    setDragged(null)
    if (isDone && dragged) onDrop(dragged.placed, dragged)
  }
  return (
    <section className={classes.waiting}>
      <h2>{t('waiting', { count: devices.length })}</h2>
      <ul>
        {devices.map(placed => (
          <li key={placed.device.id}>
            <button
              type="button"
              aria-pressed={chosen === placed.device.id}
              onPointerDown={begin}
              onPointerMove={move(placed)}
              onPointerUp={end(true)}
              onPointerCancel={end(false)}
              onClick={event => {
                if (moved.current) return
                if (event.detail === 0) onPlaceByKey(placed)
                else onChoose(placed)
              }}
            >
              <b>{placed.device.name}</b>
              <span>{placed.area}</span>
            </button>
          </li>
        ))}
      </ul>
      {dragged && (
        <span className={classes.ghost} style={{ left: dragged.x, top: dragged.y }} aria-hidden="true">
          {dragged.placed.device.name}
        </span>
      )}
    </section>
  )
}
