import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import classes from '../page/data.module.css'

/** Comes when it is opened: most devices hang somewhere. */
const PlaceDialog = lazyPart(async () => ({
  default: (await import('../../devices/placement/place-dialog.tsx')).PlaceDialog,
}))

/** Says why a device that hangs nowhere has no grade, and lets whoever may place it do so. */
export function NotPlaced({ device }: { device: Device }) {
  const { t } = useTranslation('measurements')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  if (device.placement) return null
  return (
    <Note status="not_graded">
      <div className={classes.notPlaced}>
        <p>{t('not_placed_text')}</p>
        {device.may.includes('place') && (
          <Button variant="default" onClick={() => setOpened(true)}>
            {t('place')}
          </Button>
        )}
      </div>
      <LazyOverlay when={opened} onFailed={close}>
        {open => open && <PlaceDialog device={device} onClose={close} />}
      </LazyOverlay>
    </Note>
  )
}
