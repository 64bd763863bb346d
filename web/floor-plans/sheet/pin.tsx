import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorPlanPosition } from '#shared/contract/places/floor-plans.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { dataScreen } from '../../measurements/screens.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../floor-plans.module.css'
import type { Pin } from '../pins.ts'
import { stepped } from '../pins.ts'
import { useShownWords } from '../use-shown-words.ts'

/** px that a pointer moves before it drags. */
const DRAG = 5

const styleOf = ({ x, y }: FloorPlanPosition) => ({ left: `${x * 100}%`, top: `${y * 100}%` })

/** Name, area, value and state, in this order for who hears them; what is seen of them is part of it. */
function PinFace({ pin: { device, area, shown }, named }: { pin: Pin; named: boolean }) {
  const { textOf, wordOf } = useShownWords()
  return (
    <>
      <span className={named ? classes.pinName : 'bm-hidden'}>{device.name}</span>
      <span className="bm-hidden"> {area} </span>
      <span className={classes.face}>
        <StatusShape status={shown.status} size={18} />
        <b className="bm-num">{textOf(shown)}</b>
      </span>
      <span className="bm-hidden"> {wordOf(shown)}</span>
    </>
  )
}

/** Device on a floor plan, which leads to its charts. */
export function PinLink({ pin, named }: { pin: Pin; named: boolean }) {
  return (
    <ScreenLink
      to={linkTo(dataScreen, { params: { id: pin.device.id } })}
      className={classes.pin}
      style={styleOf(pin)}
      data-status={pin.shown.status}
      data-pin={pin.device.id}
      draggable={false}
    >
      <PinFace pin={pin} named={named} />
    </ScreenLink>
  )
}

interface MovableProps {
  pin: Pin
  named: boolean
  chosen: boolean
  /** Finds the place on the picture of a point of the window. */
  placeAt: (point: { x: number; y: number }) => FloorPlanPosition | null
  onChoose: () => void
  /** `soon`: more moves may follow at once. */
  onMove: (to: FloorPlanPosition, soon: boolean) => void
  onTakeOff: () => void
}

/** Device on a floor plan that is dragged, or moved by the arrow keys; a tap chooses it. */
export function MovablePin({ pin, named, chosen, placeAt, onChoose, onMove, onTakeOff }: MovableProps) {
  const { t } = useTranslation('floor-plans')
  const [dragged, setDragged] = useState<FloorPlanPosition | null>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const moved = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepped(pin, event)
    if (to) onMove(to, true)
    else if (event.key === 'Delete' || event.key === 'Backspace') onTakeOff()
    else return
    event.preventDefault()
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    moved.current = false
    start.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (!start.current) return
    if (Math.hypot(x - start.current.x, y - start.current.y) > DRAG) moved.current = true
    if (moved.current) setDragged(placeAt({ x, y }))
  }
  const end = (isDone: boolean) => () => {
    start.current = null
    if (isDone && dragged) onMove(dragged, false)
    setDragged(null)
  }
  return (
    <button
      type="button"
      className={classes.pin}
      style={styleOf(dragged ?? pin)}
      data-status={pin.shown.status}
      data-pin={pin.device.id}
      data-movable=""
      aria-pressed={chosen}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end(true)}
      onPointerCancel={end(false)}
      onClick={event => {
        // The picture below would take it for a place.
        event.stopPropagation()
        if (!moved.current) onChoose()
      }}
    >
      <PinFace pin={pin} named={named} />
      <span className="bm-hidden"> {t('stands', { left: Math.round(pin.x * 100), top: Math.round(pin.y * 100) })}</span>
    </button>
  )
}
