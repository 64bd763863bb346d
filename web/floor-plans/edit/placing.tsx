import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorPlan, FloorPlanPosition } from '#shared/contract/places/floor-plans.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from '../floor-plans.module.css'
import type { HangingDevice, Pin } from '../pins.ts'
import { devicesOnPlan, shareAt } from '../pins.ts'
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

const focusPin = (id: number) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-pin="${id}"]`)?.focus())

/** Floor plan while somebody places its devices: by tap and tap, by dragging, or by keys. */
export default function Placing({ plan, picture, read, show }: Props) {
  const { t } = useTranslation('floor-plans')
  const isDesktop = useIsDesktop()
  const { shown, put, takeOff } = usePositions(plan)
  const { pins, others } = devicesOnPlan(shown, read, show, useNow())
  const [chosen, setChosen] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const all: readonly HangingDevice[] = [...pins, ...others]
  const chosenOne = all.find(({ device }) => device.id === chosen)
  const chosenPin = pins.find(({ device }) => device.id === chosen)
  const toggle = ({ device }: HangingDevice) => {
    setSaid('')
    setChosen(chosen === device.id ? null : device.id)
  }
  const place = (placed: HangingDevice, at: FloorPlanPosition) => {
    put(movableOf(placed), at)
    setSaid(t('placed', { name: placed.device.name }))
    setChosen(null)
  }
  const remove = (pin: Pin) => {
    takeOff(movableOf(pin), pin)
    setChosen(null)
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
  const hint: ReactNode = chosenOne
    ? t(chosenPin ? 'aim_move' : 'aim', { name: chosenOne.device.name })
    : said || t(all.length === 0 ? 'no_devices' : isDesktop ? 'choose' : 'choose_tap')
  return (
    <>
      {others.length > 0 && (
        <WaitingDevices
          devices={others}
          chosen={chosen}
          onChoose={toggle}
          onPlaceByKey={placed => {
            place(placed, MIDDLE)
            focusPin(placed.device.id)
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
              <Button variant="default" size="md" onClick={() => remove(chosenPin)}>
                {t('take_off')}
              </Button>
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
              onMove={(to, soon) => {
                put(movableOf(pin), to, soon)
                setSaid(t('placed', { name: pin.device.name }))
              }}
              onTakeOff={() => remove(pin)}
            />
          ))
        }
      />
    </>
  )
}
