import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeviceRental, RentalChange, RentalInput } from '#shared/contract/devices/device-ownership.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { contains } from '#shared/rules/time/rental.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh, useApiMutation, useRead } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { fieldOf, instantOf, nowIn } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { OfferStateWord, OfferWays } from '../../offers/offered-to.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { SpanFields } from '../../ui/forms/span-fields.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { DialogProps } from '../list/device-dialogs.tsx'
import classes from './ownership.module.css'

const READS = [api.listDeviceRentals, api.listSensors]

const useEndForm = (rental: DeviceRental, zone: string, onDone: () => void) => {
  const client = useQueryClient()
  return useContractForm({
    body: RentalChange,
    initialValues: { end: rental.end ? fieldOf(rental.end, zone) : '' },
    toBody: ({ end }) => ({ start: rental.start, end: end === '' ? null : instantOf(end, zone) }),
    send: async body => {
      await ask(api.updateRental, { params: { id: rental.id }, body })
      await refresh(client, READS)
      onDone()
    },
  })
}

function ChangeEnd({ rental, zone, onDone }: { rental: DeviceRental; zone: string; onDone: () => void }) {
  const { t } = useTranslation(['devices', 'ui'])
  const { form, failure, busy, onSubmit } = useEndForm(rental, zone, onDone)
  return (
    <form className={classes.inline} onSubmit={onSubmit} noValidate>
      <DateTimeField zone={zone} label={t('field.end')} {...form.getInputProps('end')} />
      <Button type="submit" loading={busy}>
        {t('ui:save')}
      </Button>
      {failure && <Note status="act_now">{failure}</Note>}
    </form>
  )
}

type Phase = 'running' | 'to_come' | 'over'
const phaseOf = (rental: DeviceRental, now: string): Phase =>
  contains(rental, now) ? 'running' : rental.start > now ? 'to_come' : 'over'
const SHAPE = { running: 'good', to_come: 'pending', over: 'no_data' } as const

function Rental({ rental, zone }: { rental: DeviceRental; zone: string }) {
  const { t } = useTranslation('devices')
  const [changing, setChanging] = useState(false)
  const end = useApiMutation(api.deleteRental, { refresh: READS })
  const { offer } = rental
  const phase = phaseOf(rental, new Date(serverNow()).toISOString())
  const until = rental.end ? momentIn(rental.end, zone) : t('rental.open')
  return (
    <li>
      <div className={classes.line}>
        <span className="bm-grow">
          <b>{rental.email}</b>
          <span className="bm-small bm-muted">
            {momentIn(rental.start, zone)} – {until}
          </span>
        </span>
        {offer ? (
          <OfferStateWord state={offer.state} />
        ) : (
          <StatusWord status={SHAPE[phase]} word={t(`rental.phase.${phase}`)} />
        )}
        {phase !== 'over' && (
          <>
            <button type="button" className="bm-link" onClick={() => setChanging(!changing)}>
              {t('rental.change')}
              <span className="bm-hidden">{rental.email}</span>
            </button>
            {offer ? (
              <OfferWays offer={{ ...offer, email: rental.email }} />
            ) : (
              <button
                type="button"
                className="bm-link"
                disabled={end.isPending}
                onClick={() => end.mutate({ params: { id: rental.id } })}
              >
                {t(phase === 'running' ? 'rental.end_now' : 'rental.cancel')}
                <span className="bm-hidden">{rental.email}</span>
              </button>
            )}
          </>
        )}
      </div>
      {changing && <ChangeEnd rental={rental} zone={zone} onDone={() => setChanging(false)} />}
      {end.error && <Note status="act_now">{end.error.message || t('rental.failed')}</Note>}
    </li>
  )
}

function Lend({ device, zone }: { device: DialogProps['device']; zone: string }) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const empty = () => ({ email: '', start: nowIn(zone), end: '' })
  const { form, failure, busy, onSubmit } = useContractForm({
    body: RentalInput,
    initialValues: empty(),
    toBody: ({ email, start, end }) => ({
      email,
      start: instantOf(start, zone),
      end: end === '' ? null : instantOf(end, zone),
    }),
    send: async body => {
      await ask(api.createRental, { params: { id: device.id }, body })
      await refresh(client, READS)
      form.setValues(empty())
    },
  })
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <TextInput
        size="md"
        type="email"
        autoComplete="off"
        label={t('rental.email')}
        description={t('rental.email_help')}
        {...form.getInputProps('email')}
      />
      <div className={classes.pair}>
        <SpanFields
          labels={{ start: t('field.start'), end: t('field.end') }}
          zone={zone}
          start={form.getInputProps('start')}
          end={{ description: zone, ...form.getInputProps('end') }}
        />
      </div>
      {failure && <Note status="act_now">{failure}</Note>}
      <Button type="submit" loading={busy}>
        {t('rental.lend')}
      </Button>
    </form>
  )
}

function Rentals({ deviceId, zone }: { deviceId: number; zone: string }) {
  const { t } = useTranslation('devices')
  const rentals = useRead(queryOf(api.listDeviceRentals, { params: { id: deviceId } }))
  if (rentals.length === 0) return <p>{t('rental.none')}</p>
  return (
    <ul className={classes.list}>
      {rentals.map(rental => (
        <Rental key={`${rental.id} ${rental.end}`} rental={rental} zone={zone} />
      ))}
    </ul>
  )
}

/** Dialog with the people a device is lent to, now and next. */
export function RentalsDialog({ device, onClose }: DialogProps) {
  const { t } = useTranslation(['devices', 'ui'])
  useFocusGivenBack(true)
  const zone = device.placement?.time_zone ?? DEFAULT_TIME_ZONE
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rental.title', { name: device.name })}
      size={620}
      className="bm-sheet"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.body}>
        <p className="bm-muted">{t('rental.text')}</p>
        <ReadBoundary>
          <Rentals deviceId={device.id} zone={zone} />
        </ReadBoundary>
        <Lend device={device} zone={zone} />
      </div>
    </Modal>
  )
}
