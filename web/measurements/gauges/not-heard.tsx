import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { DEVICE_READS } from '../../devices/queries.ts'
import { refresh } from '../../kit/api/query.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import classes from '../page/data.module.css'

/** Comes when it is opened: most devices send. */
const KeyDialog = lazyPart(async () => ({ default: (await import('../../devices/add/key-dialog.tsx')).KeyDialog }))

/** ms. A message of which every value is refused is no news of the stream. */
const LOOK_AGAIN = 10_000

interface Props {
  device: Device
  /** True while the device was never heard. */
  waits: boolean
}

/**
 * Says of a device that was never heard what is missing, and leads whoever has its keys to them. Once it is heard the note goes;
 * the dialog stays until it is closed: a key stands in it that is shown once.
 */
export function NotHeard({ device, waits }: Props) {
  const { t } = useTranslation('measurements')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const mayKeys = device.may.includes('keys')
  const refused = device.main_refusal
  const way = device.eui === null ? 'key' : 'eui'
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void refresh(client, DEVICE_READS), LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [client, waits])
  return (
    <>
      {waits && (
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
        </Note>
      )}
      <LazyOverlay when={opened} onFailed={close}>
        {open => open && <KeyDialog device={device} onClose={close} />}
      </LazyOverlay>
    </>
  )
}
