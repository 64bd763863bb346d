import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type UnknownDevice, UnknownDeviceInput } from '#shared/contract/devices/lorawan.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh, useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { DeviceNameFields, OwnerlessField } from '../add/name-fields.tsx'
import { DEVICE_READS } from '../queries.ts'
import { DecoderSelect } from './decoder-select.tsx'
import classes from './heard.module.css'
import { HeardTopics } from './heard-topics.tsx'

const RELOAD = 30_000

interface AddProps {
  heard: UnknownDevice
  onClose: () => void
  onAdded: (said: string) => void
}

function AddHeard({ heard, onClose, onAdded }: AddProps) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: UnknownDeviceInput,
    initialValues: { name: heard.network_name ?? '', device_name: heard.eui, decoder: '', ownerless: false },
    toBody: ({ decoder, ownerless, ...values }) => ({
      ...values,
      decoder: decoder || null,
      ...(ownerless ? { ownerless } : {}),
    }),
    send: async body => {
      const { device, accepted } = await ask(api.addUnknownDevice, { params: { eui: heard.eui }, body })
      await refresh(client, [...DEVICE_READS, api.listUnknownDevices])
      onAdded(t('heard.added', { name: device.name, count: accepted }))
    },
  })
  return (
    <FormDialog opened title={t('add_title')} action={t('add')} {...{ busy, failure, onSubmit, onClose }}>
      <DeviceNameFields inputProps={form.getInputProps} />
      <DecoderSelect {...form.getInputProps('decoder')} />
      <OwnerlessField inputProps={form.getInputProps} />
    </FormDialog>
  )
}

const NETWORKS: Record<UnknownDevice['network'], string> = {
  ttn: 'The Things Stack',
  chirpstack: 'ChirpStack',
  loriot: 'LORIOT',
  thingpark: 'ThingPark',
  wanesy: 'Wanesy',
  helium: 'Helium',
  aws: 'AWS IoT Core for LoRaWAN',
}

interface ClaimProps {
  heard: UnknownDevice
  claim: NonNullable<UnknownDevice['claim']>
  onSaid: (said: string) => void
}

/** Person who added a device with this EUI, for an administrator to vouch for. */
function Claim({ heard: { eui }, claim, onSaid }: ClaimProps) {
  const { t } = useTranslation('devices')
  const names = { name: claim.name, email: claim.email ?? '–' }
  const reads = { refresh: [...DEVICE_READS, api.listUnknownDevices] }
  const confirm = useApiMutation(api.confirmUnknownDevice, reads)
  const refuse = useApiMutation(api.refuseUnknownDevice, reads)
  const busy = confirm.isPending || refuse.isPending
  const failure = confirm.error ?? refuse.error
  const about = { params: { eui } }
  return (
    <div className={classes.claim}>
      <p>{t('heard.claimed', names)}</p>
      {failure && <Note status="act_now">{failure.message}</Note>}
      <Button
        disabled={busy}
        aria-label={t('heard.confirm_one', { eui, ...names })}
        onClick={() =>
          confirm.mutate(about, {
            onSuccess: ({ accepted }) => onSaid(t('heard.added', { name: claim.name, count: accepted })),
          })
        }
      >
        {t('heard.confirm')}
      </Button>
      <Button
        variant="default"
        disabled={busy}
        aria-label={t('heard.refuse_one', { eui, ...names })}
        onClick={() => refuse.mutate(about, { onSuccess: () => onSaid(t('heard.refused', { eui, ...names })) })}
      >
        {t('heard.refuse')}
      </Button>
    </div>
  )
}

interface RowProps {
  heard: UnknownDevice
  now: number
  onAdd: () => void
  onSaid: (said: string) => void
}

function Row({ heard, now, onAdd, onSaid }: RowProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { eui, network, network_name, profile, messages, last_heard_at } = heard
  return (
    <li className={classes.row}>
      <span className={classes.who}>
        <b>{eui}</b>
        <span className="bm-small bm-muted">
          {[network_name, profile, NETWORKS[network]].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={`bm-small ${classes.when}`}>
        {t('heard.messages', { count: messages })}
        <span className="bm-muted">{t('heard.last', { age: format.age(last_heard_at, now) })}</span>
      </span>
      {heard.claim ? (
        <Claim heard={heard} claim={heard.claim} onSaid={onSaid} />
      ) : (
        <Button aria-label={t('heard.add_one', { eui })} onClick={onAdd}>
          {t('add_short')}
        </Button>
      )}
    </li>
  )
}

const UNKNOWN = { ...queryOf(api.listUnknownDevices, {}), refetchInterval: RELOAD }

function Heard() {
  const { t } = useTranslation('devices')
  const [adding, setAdding] = useState<UnknownDevice | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const { data, dataUpdatedAt } = useSuspenseQuery(UNKNOWN)
  return (
    <>
      {said && <Note status="good">{said}</Note>}
      {data.length === 0 ? (
        <EmptyState title={t('heard.none_title')} text={t('heard.none_text')} />
      ) : (
        <ul className={classes.list}>
          {data.map(heard => (
            <Row key={heard.eui} heard={heard} now={dataUpdatedAt} onAdd={() => setAdding(heard)} onSaid={setSaid} />
          ))}
        </ul>
      )}
      {adding && (
        <AddHeard
          heard={adding}
          onClose={() => setAdding(null)}
          onAdded={text => {
            setSaid(text)
            setAdding(null)
          }}
        />
      )}
    </>
  )
}

/** Devices that speak and that nobody has added yet, of LoRaWAN and of MQTT. */
export default function HeardPage() {
  const { t } = useTranslation('devices')
  if (!useUser().admin)
    return (
      <ErrorState
        page
        icon={<IconLock size={30} stroke={1.8} />}
        title={t('heard.admins_only')}
        text={t('heard.admins_only_text')}
      />
    )
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('heard.title')}</PageHeading>
        <p className="bm-muted">{t('heard.text')}</p>
      </header>
      <ReadBoundary waiting={<PageLoading />}>
        <Heard />
      </ReadBoundary>
      <ReadBoundary waiting={null}>
        <HeardTopics />
      </ReadBoundary>
    </div>
  )
}
