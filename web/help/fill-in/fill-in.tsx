import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AnyExample, needs, PLACEHOLDERS } from '#shared/rules/ingest/examples.ts'
import { WebhookSecret } from '../../devices/discovered/webhook-secret.tsx'
import { devicesScreen } from '../../devices/screens.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import classes from './fill-in.module.css'
import type { FilledIn } from './filled-in.ts'

/** Comes when it is opened: many read without making a key. */
const KeyDialog = lazyPart(async () => ({ default: (await import('../../devices/add/key-dialog.tsx')).KeyDialog }))

/** Devices offered at once; typing finds the others. */
const MOST_OFFERED = 50

/** Fields for what the examples of a manual lack: the device, and its key or the secret of a network server. */
export function FillIn({ filled, examples }: { filled: FilledIn; examples: readonly AnyExample[] }) {
  const { t } = useTranslation('help')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { devices, device, typed, type } = filled
  const makeKey = () => {
    // The key that is made takes the place of one that was typed.
    type({ key: '' })
    setOpened(true)
  }
  const isNeeded = (value: 'key' | 'secret') => examples.some(name => needs(name, value))
  if (examples.length === 0) return null
  const offered = isNeeded('secret') ? devices.filter(({ eui }) => eui !== null) : devices
  return (
    <section className={`bm-card ${classes.panel}`} aria-label={t('fill_in.title')}>
      <h2>{t('fill_in.title')}</h2>
      <p className="bm-small bm-muted">{t('fill_in.text', { origin: location.origin })}</p>
      {offered.length > 0 ? (
        <Select
          size="md"
          searchable
          clearable
          limit={MOST_OFFERED}
          label={t('fill_in.device')}
          placeholder={t('fill_in.device_none')}
          nothingFoundMessage={t('fill_in.device_unknown')}
          data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={device ? String(device.id) : null}
          onChange={value => filled.chooseDevice(value === null ? null : Number(value))}
        />
      ) : (
        <p>
          <ScreenLink className="bm-link" to={linkTo(devicesScreen, { search: { new: true } })}>
            {t('fill_in.add_device')}
          </ScreenLink>
        </p>
      )}
      {isNeeded('key') && (
        <div className={classes.key}>
          {filled.newKeyId !== undefined && <Note status="good">{t('fill_in.key_new')}</Note>}
          <TextInput
            size="md"
            autoComplete="off"
            spellCheck={false}
            label={t(filled.newKeyId === undefined ? 'fill_in.key' : 'fill_in.key_other')}
            description={t('fill_in.stays_here')}
            placeholder={PLACEHOLDERS.key}
            value={typed.key}
            onChange={({ currentTarget: { value } }) => type({ key: value })}
          />
          {device?.may.includes('keys') && (
            <Button variant="default" onClick={makeKey}>
              {t('fill_in.make_key')}
            </Button>
          )}
        </div>
      )}
      {isNeeded('secret') && (
        <>
          <WebhookSecret onMade={secret => type({ secret })} />
          <TextInput
            size="md"
            autoComplete="off"
            spellCheck={false}
            label={t('fill_in.secret')}
            description={t('fill_in.stays_here')}
            placeholder={PLACEHOLDERS.secret}
            value={typed.secret}
            onChange={({ currentTarget: { value } }) => type({ secret: value })}
          />
        </>
      )}
      {device && (
        <LazyOverlay when={opened} onFailed={close}>
          {open => open && <KeyDialog device={device} onClose={close} />}
        </LazyOverlay>
      )}
    </section>
  )
}
