import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { SideBySide } from '#shared/contract/devices/calibrations.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { isCalibrated } from '#shared/rules/data-quality/calibration.ts'
import { ask } from '../../../kit/api/api.ts'
import { LISTS } from '../../../kit/api/lists.ts'
import { queryOf, refresh, useReads } from '../../../kit/api/query.ts'
import { failureOf, useContractForm } from '../../../kit/forms/form.ts'
import { NumberField } from '../../../kit/forms/number-field.tsx'
import { useFormat } from '../../../kit/language/format.ts'
import { fieldValue, unitFor } from '../../../kit/language/viewer-formats.ts'
import { instantOf, nowIn } from '../../../kit/time/instant.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { DateTimeField } from '../../../ui/forms/date-field.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import classes from '../devices.module.css'

interface Props {
  /** Devices that the person manages, at least one. */
  devices: readonly Device[]
  onClose: () => void
  /** Called with how many were calibrated. */
  onDone: (count: number) => void
}

/** Values in the fields; times on the clocks of the place. */
interface Values extends Record<string, unknown> {
  measurement: string | null
  to: 'mean' | 'value'
  reference: string
  time: string
  valid_from: string
}

const READS = [queryOf(api.listLast, {}), LISTS] as const
/** Someone still typing is not asked about. */
const PAUSE_MS = 300

/** Reads after which values of these devices are others. */
const CALIBRATION_READS = [api.listCalibrations, api.getSeries, api.getLast, api.listLast]

/** Measurements that all of the devices tell, by the names people know. */
const useShared = (devices: readonly Device[]) => {
  const [last, { measurement_types, physical_quantities }] = useReads(READS)
  return measurement_types.flatMap(({ abbreviation, name, unit, physical_quantity_id }) => {
    if (!isCalibrated(abbreviation) || !devices.every(({ id }) => last[id]?.[abbreviation])) return []
    const quantity = physical_quantities.find(({ id }) => id === physical_quantity_id)
    return { value: abbreviation, label: name, unit, decimals: quantity?.decimals ?? 1 }
  })
}

/** Dialog that calibrates devices that hung beside each other, and shows each offset before. */
export function CalibrateSeveral({ devices, onClose, onDone }: Props) {
  const { t } = useTranslation(['devices', 'calibration', 'ui'])
  const format = useFormat()
  const client = useQueryClient()
  const shared = useShared(devices)
  const zone = devices.find(({ placement }) => placement)?.placement?.time_zone ?? DEFAULT_TIME_ZONE
  const now = nowIn(zone)
  const unitOf = (key: string | null) => shared.find(({ value }) => value === key)?.unit ?? ''
  /** Comparison as it is sent, without what the devices are to show. */
  const comparisonIn = ({ measurement, time, valid_from }: Values) => ({
    device_ids: devices.map(({ id }) => id),
    measurement: measurement ?? '',
    time: instantOf(time, zone),
    valid_from: instantOf(valid_from, zone),
  })
  const { form, failure, busy, onSubmit } = useContractForm({
    body: SideBySide,
    initialValues: {
      measurement: shared[0]?.value ?? null,
      to: devices.length > 1 ? ('mean' as const) : ('value' as const),
      reference: '',
      time: now,
      valid_from: now,
    } as Values,
    toBody: values => ({
      ...comparisonIn(values),
      ...(values.to === 'value' ? { reference: fieldValue(values.reference, unitOf(values.measurement)) } : {}),
    }),
    send: async body => {
      const { devices: made } = await ask(api.calibrateSideBySide, { body })
      await refresh(client, CALIBRATION_READS)
      onDone(made.length)
    },
  })
  const { measurement, to, reference } = form.values
  const chosen = shared.find(({ value }) => value === measurement)
  // The value of an instrument changes nothing of what the devices measured: it is not asked about.
  const compared = { ...comparisonIn(form.values), ...(devices.length > 1 ? {} : { reference: 0 }) }
  const [settled] = useDebouncedValue(JSON.stringify(compared), PAUSE_MS)
  const preview = useQuery({
    queryKey: ['side by side preview', settled],
    queryFn: () => ask(api.previewSideBySide, { body: compared }),
    enabled: settled === JSON.stringify(compared) && SideBySide.safeParse(compared).success,
    gcTime: 0,
  })
  const isCurrent = settled === JSON.stringify(compared) && preview.data !== undefined
  const typed = fieldValue(reference, chosen?.unit ?? '')
  const shown = to === 'mean' ? preview.data?.reference : Number.isFinite(typed) ? (typed ?? undefined) : undefined
  const { errors: refusals = {}, message } =
    preview.error instanceof CallFailed
      ? failureOf(preview.error, ['measurement', 'time', 'valid_from', 'device_ids'])
      : {}
  const errorAt = (field: string) => form.errors[field] ?? refusals[field]
  const value = (number: number) => format.value(number, Math.max(1, chosen?.decimals ?? 1), chosen?.unit ?? '')
  return (
    <FormDialog
      opened
      title={t('bulk.calibrate.title', { count: devices.length })}
      action={t('bulk.calibrate.action')}
      waits={!isCurrent || shown === undefined}
      {...{ busy, onSubmit, onClose }}
      failure={failure ?? message ?? null}
    >
      <p>{t('bulk.calibrate.text')}</p>
      {shared.length === 0 && <Note status="attention">{t('bulk.calibrate.nothing_shared')}</Note>}
      <Select
        size="md"
        allowDeselect={false}
        label={t('calibration:measurement')}
        data={shared.map(({ value, label }) => ({ value, label }))}
        {...form.getInputProps('measurement')}
        error={errorAt('measurement')}
      />
      <DateTimeField
        zone={zone}
        label={t('bulk.calibrate.time')}
        description={t('bulk.calibrate.time_help')}
        {...form.getInputProps('time')}
        error={errorAt('time')}
      />
      {devices.length > 1 && (
        <Segments
          fullWidth
          aria-label={t('calibration:set_to')}
          value={to}
          onChange={next => form.setFieldValue('to', next)}
          data={(['mean', 'value'] as const).map(one => ({ value: one, label: t(`bulk.calibrate.to.${one}`) }))}
        />
      )}
      {to === 'value' && (
        <NumberField
          label={t('calibration:reference')}
          unit={unitFor(chosen?.unit ?? '')}
          {...form.getInputProps('reference')}
          error={errorAt('reference')}
        />
      )}
      <DateTimeField
        zone={zone}
        label={t('calibration:valid_from')}
        description={t('calibration:until_next')}
        {...form.getInputProps('valid_from')}
        error={errorAt('valid_from')}
      />
      <section aria-label={t('bulk.calibrate.offsets')}>
        {isCurrent && shown !== undefined && (
          <p>
            {t('bulk.calibrate.shown')} <b className="bm-num">{value(shown)}</b>
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
        <ul className={classes.named} tabIndex={0}>
          {devices.map(({ id, name }, index) => {
            const one = isCurrent ? preview.data?.devices.find(({ device_id }) => device_id === id) : undefined
            const offset = one && to === 'value' ? shown !== undefined && shown - one.measured : one?.offset
            const error = errorAt(`device_ids.${index}`)
            return (
              <li key={id}>
                {name}
                {one && (
                  <>
                    {' '}
                    <span className="bm-num">{value(one.measured)}</span>
                    {typeof offset === 'number' && (
                      <>
                        {' → '}
                        <b className="bm-num">
                          {offset > 0 ? '+' : ''}
                          {format.difference(offset, Math.max(1, chosen?.decimals ?? 1), chosen?.unit ?? '')}
                        </b>
                      </>
                    )}
                  </>
                )}
                {error && <b data-wrong> {error}</b>}
              </li>
            )
          })}
        </ul>
      </section>
      <p className="bm-small bm-muted">{t('bulk.calibrate.back')}</p>
    </FormDialog>
  )
}
