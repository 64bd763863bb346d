import { Button, Modal, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { ShownSecret } from '../../ui/data-display/shown-secret.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { WebhookSecret } from '../discovered/webhook-secret.tsx'
import type { DialogProps } from '../list/device-dialogs.tsx'
import classes from '../list/devices.module.css'
import { DEVICE_READS } from '../queries.ts'
import { FirstMessage } from './first-message.tsx'
import { Guides } from './guides.tsx'
import { KeyExamples } from './key-examples.tsx'
import { forgetKey, rememberKey } from './new-keys.ts'

type Keys = ResponseOf<typeof api.listKeys>
type NewKey = ResponseOf<typeof api.createKey>

function Make({ deviceId, hasKeys, onMade }: { deviceId: number; hasKeys: boolean; onMade: (key: NewKey) => void }) {
  const { t } = useTranslation('devices')
  const [atOnce, setAtOnce] = useState('no')
  const make = useApiMutation(api.createKey, { refresh: [api.listKeys, ...DEVICE_READS] })
  const create = () =>
    make.mutate({ params: { id: deviceId }, body: { stop_old_at_once: atOnce === 'yes' } }, { onSuccess: onMade })
  return (
    <>
      {hasKeys && (
        <Radio.Group value={atOnce} onChange={setAtOnce} label={t('key.when_old_stops')}>
          <div className={classes.choices}>
            <Radio.Card value="no" className={classes.choice}>
              <Radio.Indicator />
              <span className="bm-grow">{t('key.at_first_use')}</span>
              <span className="bm-small bm-muted">{t('key.safe')}</span>
            </Radio.Card>
            <Radio.Card value="yes" className={classes.choice}>
              <Radio.Indicator />
              <span className="bm-grow">{t('key.at_once')}</span>
              <span className="bm-small bm-muted">{t('key.silent_until')}</span>
            </Radio.Card>
          </div>
        </Radio.Group>
      )}
      {make.isError && <Note status="act_now">{make.error.message || t('key.failed')}</Note>}
      <Button loading={make.isPending} onClick={create}>
        {t('key.make')}
      </Button>
    </>
  )
}

function KeyList({ deviceId, keys, newId }: { deviceId: number; keys: Keys; newId: number | undefined }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const now = useNow()
  const revoke = useApiMutation(api.deleteKey, { refresh: [api.listKeys, ...DEVICE_READS] })
  return (
    <section className={classes.keys}>
      <h3>{t('key.list')}</h3>
      <ul>
        {keys.map(({ id, tail, created_at, last_used_at, replaced }) => (
          <li key={id}>
            <b className="bm-mono">…{tail}</b>
            <span className="bm-muted">
              {id === newId ? t('key.new') : t('key.made', { date: shownDate(created_at.slice(0, 10)) })}
              {replaced && `, ${t('key.replaced')}`}
            </span>
            <span className={classes.used}>
              <StatusShape status={last_used_at ? 'good' : 'pending'} size={16} />
              {last_used_at ? t('key.used', { age: format.age(last_used_at, now) }) : t('key.unused')}
            </span>
            {id !== newId && (
              <button
                type="button"
                className="bm-link"
                disabled={revoke.isPending}
                onClick={() =>
                  revoke.mutate({ params: { id: deviceId, key_id: id } }, { onSuccess: () => forgetKey(deviceId, id) })
                }
              >
                {t('key.end')}
                <span className="bm-hidden">…{tail}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {revoke.isError && <Note status="act_now">{revoke.error.message || t('key.failed')}</Note>}
    </section>
  )
}

interface Props extends DialogProps {
  /** A key that was made with the device. */
  made?: NewKey | null
  /** True where the device was there before that key. */
  again?: boolean
}

/** The keys of a device; a new one is shown this once, with what sends by it, and the first message is waited for. */
export function KeyDialog({ device, made = null, again = false, onClose }: Props) {
  const { t } = useTranslation(['devices', 'ui'])
  useFocusGivenBack(true)
  const [secret, setSecret] = useState<NewKey | null>(made)
  const keys = useQuery(queryOf(api.listKeys, { params: { id: device.id } }))
  const discard = useApiMutation(api.deleteKey, { refresh: [api.listKeys, ...DEVICE_READS] })
  const drop = () => {
    if (secret) forgetKey(device.id, secret.id)
    setSecret(null)
  }
  const throwAway = () =>
    secret && discard.mutate({ params: { id: device.id, key_id: secret.id } }, { onSuccess: drop })
  useEffect(() => {
    // A manual that somebody goes on to is filled in with it.
    if (secret) rememberKey(device.id, secret)
  }, [device.id, secret])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(secret ? 'key.new_title' : 'key.title', { name: device.name })}
      size={560}
      className="bm-sheet"
      closeOnClickOutside={!secret}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.keyBody}>
        <p className="bm-muted">{t('key.text', { name: device.name })}</p>
        {device.needs_key && keys.data?.length === 0 && <Note status="attention">{t('key.needed_help')}</Note>}
        {secret ? (
          <>
            {again && <Note status="attention">{t('key.again')}</Note>}
            <ShownSecret secret={secret.key} once={t('key.once')} />
            <KeyExamples secret={secret.key} deviceId={device.id} onLeave={onClose} />
          </>
        ) : (
          <Make deviceId={device.id} hasKeys={(keys.data?.length ?? 0) > 0} onMade={setSecret} />
        )}
        <FirstMessage key={secret?.id} device={device} keyId={secret?.id} />
        {keys.data && keys.data.length > 0 && <KeyList deviceId={device.id} keys={keys.data} newId={secret?.id} />}
        {device.eui !== null && !secret && <WebhookSecret />}
        {(!secret || device.eui !== null) && (
          <Guides deviceId={device.id} way={device.eui === null ? 'key' : 'eui'} onLeave={onClose} />
        )}
        {secret && (
          <div className={classes.buttons}>
            <Button variant="default" loading={discard.isPending} onClick={throwAway}>
              {t('key.throw_away')}
            </Button>
            <Button onClick={onClose}>{t('key.saved')}</Button>
          </div>
        )}
      </div>
    </Modal>
  )
}
