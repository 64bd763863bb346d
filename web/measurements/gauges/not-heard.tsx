import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import classes from '../page/data.module.css'

/** Comes when it is opened: most devices send. */
const KeyDialog = lazyPart(async () => ({ default: (await import('../../devices/add/key-dialog.tsx')).KeyDialog }))

/** Says of a device that was never heard what is missing, and leads whoever has its keys to them. */
export function NotHeard({ device }: { device: Device }) {
  const { t } = useTranslation('measurements')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const mayKeys = device.may.includes('keys')
  const refused = device.main_refusal
  const way = device.eui === null ? 'key' : 'eui'
  return (
    <Note status={refused ? 'attention' : 'pending'}>
      <div className={classes.notPlaced}>
        <div>
          <p>
            <b>{t('waiting.title')}</b>
          </p>
          <p>
            {refused
              ? t('waiting.refused', { reason: refused.message })
              : [t('waiting.text'), mayKeys && t(`waiting.${way}`)].filter(Boolean).join(' ')}
          </p>
        </div>
        {mayKeys && (
          <Button variant="default" onClick={() => setOpened(true)}>
            {t('waiting.keys')}
          </Button>
        )}
      </div>
      <LazyOverlay when={opened} onFailed={close}>
        {open => open && <KeyDialog device={device} onClose={close} />}
      </LazyOverlay>
    </Note>
  )
}
