import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorPlan, FloorPlanPosition } from '#shared/contract/places/floor-plans.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from '../floor-plans.module.css'
import type { HangingDevice, Pin } from '../pins.ts'
import { devicesOnPlan, shareAt, stepped } from '../pins.ts'
import type { FloorPlanData } from '../queries.ts'
import { MovablePin } from '../sheet/pin.tsx'
import { Sheet } from '../sheet/sheet.tsx'
import { type Movable, usePositions } from './use-positions.ts'
import { WaitingDevices } from './waiting-devices.tsx'

interface Props {
  plan: FloorPlan
  picture: RefObject<HTMLDivElement | null>
  read: FloorPlanData
  /** Measurement whose values stand at the devices. */
  show: string | undefined
}

const MIDDLE = { x: 0.5, y: 0.5 }

const movableOf = ({ device }: HangingDevice): Movable => ({
  device_id: device.id,
  area_id: device.placement?.area_id ?? 0,
  name: device.name,
})

const isInside = ({ left, right, top, bottom }: DOMRect, { x, y }: FloorPlanPosition): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

/** Focuses the button of a device, on the plan or in the list, once it is there. */
const focusOn = (where: 'pin' | 'waiting', id: number) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-${where}="${id}"]`)?.focus())

/** Arrow keys, as buttons for who has none. */
const MOVES = [
  { key: 'ArrowLeft', way: 'left', Icon: IconArrowLeft },
  { key: 'ArrowUp', way: 'up', Icon: IconArrowUp },
  { key: 'ArrowDown', way: 'down', Icon: IconArrowDown },
  { key: 'ArrowRight', way: 'right', Icon: IconArrowRight },
] as const

/** Moves a device step by step, by a screen reader or by whoever cannot drag. */
function MoveButtons({ pin, onMove }: { pin: Pin; onMove: (to: FloorPlanPosition) => void }) {
  const { t } = useTranslation('floor-plans')
  return (
    <div className={classes.moves}>
      {MOVES.map(({ key, way, Icon }) => (
        <ActionIcon
          key={key}
          size={44}
          variant="default"
          aria-label={t(`move.${way}`)}
          onClick={() => {
            const to = stepped(pin, { key })
            if (to) onMove(to)
          }}
        >
          <Icon size={20} stroke={1.9} />
        </ActionIcon>
      ))}
    </div>
  )
}

/** Floor plan while somebody places its devices: by tap and tap, by dragging, or by keys. */
export default function Placing({ plan, picture, read, show }: Props) {
  const { t } = useTranslation('floor-plans')
  const isDesktop = useIsDesktop()
  const { shown, put, takeOff } = usePositions(plan)
  const { pins, others } = devicesOnPlan(shown, read, show, useNow())
  const [chosen, setChosen] = useState<number | null>(null)
  /** Sentence of what the server has taken, and the device that was chosen as it was said: with another, it is old news. */
  const [said, setSaid] = useState<{ words: string; chosen: number | null } | null>(null)
  const all: readonly HangingDevice[] = [...pins, ...others]
  const chosenOne = all.find(({ device }) => device.id === chosen)
  const chosenPin = pins.find(({ device }) => device.id === chosen)
  const toggle = ({ device }: HangingDevice) => {
    setSaid(null)
    setChosen(chosen === device.id ? null : device.id)
  }
  const place = (placed: HangingDevice, at: FloorPlanPosition) => {
    const words = t('placed', { name: placed.device.name })
    setSaid(null)
    put(movableOf(placed), at, {
      from: pins.find(({ device }) => device.id === placed.device.id),
      onKept: () => setSaid({ words, chosen: null }),
    })
    setChosen(null)
  }
  /** Moves a device by a key or a small button, of which another follows mostly. */
  const step = (pin: Pin, { x, y }: FloorPlanPosition) => {
    const stands = t('stands', { left: Math.round(x * 100), top: Math.round(y * 100) })
    put(
      movableOf(pin),
      { x, y },
      { soon: true, onKept: () => setSaid({ words: `${pin.device.name}: ${stands}`, chosen }) },
    )
  }
  const remove = (pin: Pin) => {
    takeOff(movableOf(pin), pin)
    setSaid(null)
    setChosen(null)
    focusOn('waiting', pin.device.id)
  }
  const boxOf = () => picture.current?.getBoundingClientRect()
  const placeAt = (point: FloorPlanPosition) => {
    const box = boxOf()
    return box ? shareAt(box, point) : null
  }
  const drop = (placed: HangingDevice, point: FloorPlanPosition) => {
    const box = boxOf()
    if (box && isInside(box, point)) place(placed, shareAt(box, point))
  }
  const todo: string = chosenOne
    ? t(chosenPin ? 'aim_move' : 'aim', { name: chosenOne.device.name })
    : t(all.length === 0 ? 'no_devices' : isDesktop ? 'choose' : 'choose_tap')
  const hint = said?.chosen === chosen ? said.words : todo
  return (
    <>
      {others.length > 0 && (
        <WaitingDevices
          devices={others}
          chosen={chosen}
          onChoose={toggle}
          onPlaceByKey={placed => {
            place(placed, MIDDLE)
            focusOn('pin', placed.device.id)
          }}
          onDrop={drop}
        />
      )}
      <Sheet
        plan={plan}
        head={
          <div className={classes.hint}>
            <p role="status" className="bm-grow">
              {hint}
            </p>
            {chosenPin && (
              <>
                <MoveButtons pin={chosenPin} onMove={to => step(chosenPin, to)} />
                <Button variant="default" size="md" onClick={() => remove(chosenPin)}>
                  {t('take_off')}
                </Button>
              </>
            )}
          </div>
        }
        picture={picture}
        aiming={chosenOne !== undefined}
        onPlace={at => chosenOne && place(chosenOne, at)}
        pins={named =>
          pins.map(pin => (
            <MovablePin
              key={pin.device.id}
              pin={pin}
              named={named}
              chosen={pin.device.id === chosen}
              placeAt={placeAt}
              onChoose={() => toggle(pin)}
              onMove={(to, soon) => (soon ? step(pin, to) : place(pin, to))}
              onTakeOff={() => remove(pin)}
            />
          ))
        }
      />
    </>
  )
}
