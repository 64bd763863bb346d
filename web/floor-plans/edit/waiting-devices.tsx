import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../floor-plans.module.css'
import type { HangingDevice } from '../pins.ts'
import { useDrag } from '../sheet/use-drag.ts'

interface Props {
  devices: readonly HangingDevice[]
  chosen: number | null
  onChoose: (placed: HangingDevice) => void
  /** By a key or a screen reader, which points at no place. */
  onPlaceByKey: (placed: HangingDevice) => void
  onDrop: (placed: HangingDevice, point: { x: number; y: number }) => void
}

interface WaitingProps extends Pick<Props, 'onChoose' | 'onPlaceByKey'> {
  placed: HangingDevice
  isChosen: boolean
  onDrag: (to: { x: number; y: number }) => void
  onEnd: (to: { x: number; y: number } | null) => void
}

function WaitingDevice({ placed, isChosen, onChoose, onPlaceByKey, onDrag, onEnd }: WaitingProps) {
  const { handlers, isDrag } = useDrag({ withoutFingers: true, onDrag, onEnd })
  return (
    <li>
      <button
        type="button"
        data-waiting={placed.device.id}
        aria-pressed={isChosen}
        {...handlers}
        onClick={event => {
          if (isDrag(event)) return
          if (event.detail === 0) onPlaceByKey(placed)
          else onChoose(placed)
        }}
      >
        <b>{placed.device.name}</b>
        <span>{placed.area}</span>
      </button>
    </li>
  )
}

/** Devices that are not on the plan: chosen by a tap, or dragged there by a mouse. A finger scrolls the list. */
export function WaitingDevices({ devices, chosen, onDrop, ...ways }: Props) {
  const { t } = useTranslation('floor-plans')
  const [dragged, setDragged] = useState<{ name: string; x: number; y: number } | null>(null)
  return (
    <section className={classes.waiting}>
      <h2>{t('waiting', { count: devices.length })}</h2>
      <ul>
        {devices.map(placed => (
          <WaitingDevice
            key={placed.device.id}
            placed={placed}
            isChosen={chosen === placed.device.id}
            onDrag={to => setDragged({ name: placed.device.name, ...to })}
            onEnd={to => {
              setDragged(null)
              if (to) onDrop(placed, to)
            }}
            {...ways}
          />
        ))}
      </ul>
      {dragged && (
        <span className={classes.ghost} style={{ left: dragged.x, top: dragged.y }} aria-hidden="true">
          {dragged.name}
        </span>
      )}
    </section>
  )
}
