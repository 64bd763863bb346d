import { Button } from '@mantine/core'
import { IconAdjustments, IconBell, IconMapPin, IconMapPinOff, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_AT_ONCE } from '#shared/contract/common.ts'
import { MAX_SIDE_BY_SIDE } from '#shared/contract/devices/calibrations.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { useDemoMode } from '../../../kit/language/demo-mode.ts'
import { ReadBoundary } from '../../../ui/feedback/read-boundary.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { BulkBar } from '../../../ui/selection/bulk-bar.tsx'
import type { Selection } from '../../../ui/selection/selection.ts'
import { PlaceSeveralDialog } from '../../placement/place-dialog.tsx'
import classes from '../devices.module.css'
import { CalibrateSeveral } from './calibrate-several.tsx'
import { EndSeveral } from './end-several.tsx'
import { RenameSeveral } from './rename-several.tsx'
import { WarnSeveral } from './warn-several.tsx'

interface Props {
  /** All that the list shows now. */
  devices: readonly Device[]
  selection: Selection
}

const ACTIONS = [
  { action: 'place', icon: IconMapPin, suits: ({ may }: Device) => may.includes('place') },
  { action: 'end', icon: IconMapPinOff, suits: ({ may, placement }: Device) => may.includes('place') && placement },
  { action: 'rename', icon: IconPencil, suits: ({ may }: Device) => may.includes('edit') },
  { action: 'calibrate', icon: IconAdjustments, suits: ({ may }: Device) => may.includes('place') },
  {
    action: 'warn',
    icon: IconBell,
    suits: ({ may, plan, placement }: Device) => may.includes('place') && plan !== 'light' && placement !== null,
  },
] as const

type Action = (typeof ACTIONS)[number]['action']

/** Words of the actions that the page of one device does not have. */
const NAMES = { rename: 'rename', calibrate: 'calibrate.button', warn: 'warn.button' } as const

/** Upper bound of devices of an action, where it is less than that of all. */
const MAX_OF: Partial<Record<Action, number>> = { calibrate: MAX_SIDE_BY_SIDE }

/** Bar of what can be done with the chosen devices, as far as the person may; it says why where nothing can be. */
export function DeviceBulk({ devices, selection }: Props) {
  const { t } = useTranslation('devices')
  const isMasked = useDemoMode()
  const [doing, setDoing] = useState<{ action: Action; devices: readonly Device[] } | null>(null)
  if (selection.chosen === null) return null
  const wanted = new Set(selection.chosen)
  const chosen = devices.filter(({ id }) => wanted.has(id))
  const tooMany = chosen.length > MAX_AT_ONCE
  // Names on the screen are not the true ones then: a pattern would be made of them.
  const isNamed = (action: Action) => action === 'rename' && isMasked
  const ways = ACTIONS.map(({ suits, ...way }) => ({ ...way, fit: isNamed(way.action) ? [] : chosen.filter(suits) }))
  const reasons = tooMany
    ? [t('bulk.too_many', { count: MAX_AT_ONCE })]
    : ways
        .filter(({ fit }) => chosen.length > 0 && fit.length === 0)
        .map(({ action }) => t(isNamed(action) ? 'bulk.cannot.rename_demo' : `bulk.cannot.${action}`))
  const calibrated = ways.find(({ action }) => action === 'calibrate')?.fit.length ?? 0
  if (!tooMany && calibrated > MAX_SIDE_BY_SIDE)
    reasons.push(t('bulk.cannot.calibrate_many', { count: MAX_SIDE_BY_SIDE }))
  const partly = tooMany ? [] : ways.filter(({ fit }) => fit.length > 0 && fit.length < chosen.length)
  const close = () => setDoing(null)
  const leave = () => {
    close()
    selection.leave()
  }
  const doneWith = (action: Exclude<Action, 'warn'>) => (count: number) => {
    showToast({ id: 'bulk', message: t(`bulk.done.${action}`, { count }) })
    leave()
  }
  return (
    <BulkBar
      shown={devices}
      selection={selection}
      words={{
        title: t('bulk.title'),
        all: t('bulk.all'),
        none: t('bulk.none'),
        chosen: t('bulk.chosen', { count: chosen.length }),
      }}
    >
      <div className={classes.bulkButtons}>
        {ways.map(({ action, icon: Icon, fit }) => (
          <Button
            key={action}
            variant="default"
            disabled={tooMany || fit.length === 0 || fit.length > (MAX_OF[action] ?? MAX_AT_ONCE)}
            leftSection={<Icon size={18} stroke={1.8} />}
            onClick={() => setDoing({ action, devices: fit })}
          >
            {t(action === 'place' || action === 'end' ? `task.${action}` : `bulk.${NAMES[action]}`)}
          </Button>
        ))}
      </div>
      {reasons.map(reason => (
        <p key={reason} className={`bm-small bm-muted ${classes.why}`}>
          {reason}
        </p>
      ))}
      {partly.map(({ action, fit }) => (
        <p key={action} className={`bm-small bm-muted ${classes.why}`}>
          {t(`bulk.partly.${action}`, { count: fit.length })}
        </p>
      ))}
      {doing?.action === 'place' && (
        <PlaceSeveralDialog devices={doing.devices} onClose={close} onPlaced={doneWith('place')} />
      )}
      {doing?.action === 'end' && <EndSeveral devices={doing.devices} onClose={close} onDone={doneWith('end')} />}
      {doing?.action === 'rename' && (
        <RenameSeveral devices={doing.devices} onClose={close} onDone={doneWith('rename')} />
      )}
      {doing?.action === 'calibrate' && (
        <ReadBoundary>
          <CalibrateSeveral devices={doing.devices} onClose={close} onDone={doneWith('calibrate')} />
        </ReadBoundary>
      )}
      {doing?.action === 'warn' && <WarnSeveral devices={doing.devices} onClose={close} onDone={leave} />}
    </BulkBar>
  )
}
