import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorPlanPosition } from '#shared/contract/places/floor-plans.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { dataScreen } from '../../measurements/screens.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../floor-plans.module.css'
import type { Pin } from '../pins.ts'
import { isForBrowser, stepped } from '../pins.ts'
import { useShownWords } from '../use-shown-words.ts'
import { useDrag } from './use-drag.ts'

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
  const { handlers, isDrag } = useDrag(
    {
      onDrag: to => setDragged(placeAt(to)),
      onEnd: to => {
        const at = to && placeAt(to)
        if (at) onMove(at, false)
        setDragged(null)
      },
    },
    true,
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepped(pin, event)
    if (to) onMove(to, true)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !isForBrowser(event)) onTakeOff()
    else return
    event.preventDefault()
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
      {...handlers}
      onClick={event => {
        // The picture below would take it for a place.
        event.stopPropagation()
        if (!isDrag(event)) onChoose()
      }}
    >
      <PinFace pin={pin} named={named} />
      <span className="bm-hidden"> {t('stands', { left: Math.round(pin.x * 100), top: Math.round(pin.y * 100) })}</span>
    </button>
  )
}
