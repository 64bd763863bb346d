import { Checkbox, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconArrowLeft } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceAvailability } from '#shared/contract/places/research.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { fieldOf } from '../../kit/time/instant.ts'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { AvailabilityBar, Verdict } from '../planning/availability.tsx'
import { type Planning, useAvailability } from '../queries.ts'
import classes from './quick.module.css'
import { areaFor, lastDayBefore, placementPeriodOf, type QuickStartValues } from './quick-start.ts'

interface Props {
  form: UseFormReturnType<QuickStartValues>
  read: Planning
  zone: string
}

/** The wished period with as much around it as it is long, so that what is before and after can be seen. */
const windowAround = (start: string, end: string | null) => {
  const from = Date.parse(start)
  const length = Math.max(14 * DAY_MS, end === null ? 60 * DAY_MS : Date.parse(end) - from)
  return { from: from - length / 3, until: from + (length * 4) / 3 }
}

function DeviceRow({ device, form, read, zone }: Props & { device: DeviceAvailability }) {
  const { t } = useTranslation('research')
  const id = String(device.device_id)
  const name = useId()
  const wanted = placementPeriodOf(form.values, zone)
  const known = read.devices.find(one => one.id === device.device_id)
  const chosen = id in form.values.devices
  const possible = device.obstacles.length === 0
  const noArea = form.values.area_ids.length === 0
  const toggle = () => {
    const { [id]: _, ...others } = form.values.devices
    const area = areaFor(form.values, known?.placement?.area_id)
    form.setFieldValue('devices', chosen || area === undefined ? others : { ...others, [id]: area })
  }
  return (
    <li className={classes.device} data-chosen={chosen || undefined}>
      <Checkbox
        size="md"
        checked={chosen}
        disabled={!chosen && (!possible || noArea)}
        aria-labelledby={name}
        onChange={toggle}
      />
      <span className={classes.deviceName} id={name}>
        <b>{device.device_name}</b>
        {known && <span className="bm-tag">{t(`plan.${known.plan}`)}</span>}
      </span>
      <AvailabilityBar device={device} wanted={wanted} window={windowAround(wanted.start, wanted.end)} />
      <Verdict
        {...{ device, zone, wanted }}
        onTake={({ start, end }) =>
          form.setValues({
            start: fieldOf(start, zone).slice(0, 10),
            end: end === null ? '' : lastDayBefore(fieldOf(end, zone)),
          })
        }
      />
    </li>
  )
}

/** Area each chosen device goes to. */
function Goes({ form, read }: Omit<Props, 'zone'>) {
  const { t } = useTranslation('research')
  const { devices, area_ids, location_id } = form.values
  if (Object.keys(devices).length === 0) return null
  const areas = read.locations
    .find(({ id }) => String(id) === location_id)
    ?.areas.filter(({ id }) => area_ids.includes(String(id)))
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <section className={classes.goes}>
      <h3>{t('quick.goes')}</h3>
      <ul>
        {Object.entries(devices).map(([id, area]) => {
          const name = read.devices.find(one => String(one.id) === id)?.name ?? ''
          return (
            <li key={id}>
              <b>{name}</b>
              <IconArrowLeft size={18} stroke={1.9} style={{ rotate: '180deg' }} aria-hidden="true" />
              <Select
                size="md"
                allowDeselect={false}
                aria-label={t('quick.area_of', { name })}
                data={areas ?? []}
                value={area}
                onChange={next => next && form.setFieldValue('devices', { ...devices, [id]: next })}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const LEGEND = ['free', 'busy', 'outside', 'wanted'] as const

/** Every device of the caller, what speaks against it in the wished period, and where the chosen ones go. */
export function QuickDevices(props: Props) {
  const { t } = useTranslation('research')
  const { form, zone } = props
  const [only, setOnly] = useState<'all' | 'free'>('all')
  const { data } = useAvailability(placementPeriodOf(form.values, zone))
  const free = data?.filter(({ obstacles }) => obstacles.length === 0) ?? []
  const visible = (only === 'free' ? free : data)?.toSorted((a, b) => a.obstacles.length - b.obstacles.length)
  const refused = Object.entries(form.errors).filter(([field]) => field.startsWith('devices'))
  return (
    <section className={`bm-card ${classes.step}`}>
      <header>
        <span className={classes.number} aria-hidden="true">
          5
        </span>
        <h2 className="bm-grow">{t('quick.which')}</h2>
        <Segments
          aria-label={t('quick.which')}
          value={only}
          onChange={value => setOnly(value as 'all' | 'free')}
          data={[
            { value: 'all', label: t('quick.all', { count: data?.length ?? 0 }) },
            { value: 'free', label: t('quick.free', { count: free.length }) },
          ]}
        />
      </header>
      {form.values.area_ids.length === 0 && <p className="bm-muted">{t('quick.area_first')}</p>}
      {!visible && <PartLoading />}
      <ul className={classes.deviceList}>
        {visible?.map(device => (
          <DeviceRow key={device.device_id} device={device} {...props} />
        ))}
      </ul>
      <ul className={classes.legend}>
        {LEGEND.map(one => (
          <li key={one} data-part={one}>
            {t(`legend.${one}`)}
          </li>
        ))}
      </ul>
      {refused.map(([field, text]) => (
        <p key={field} className={classes.error} role="alert">
          {text}
        </p>
      ))}
      <Goes {...props} />
    </section>
  )
}
