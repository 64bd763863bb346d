import { ActionIcon, Button, Select } from '@mantine/core'
import { IconInfoCircle, IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { NumberField } from '../../kit/forms/number-field.tsx'
import { useFormat } from '../../kit/language/format.ts'
import { nowIn } from '../../kit/time/instant.ts'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from './calibration.module.css'
import type { DraftForm } from './use-draft.ts'

const MOST = 2

interface Props {
  draft: DraftForm
  unit: string
  decimals: number
  zone: string
  /** Devices that can be trusted instead. */
  others: { value: string; label: string }[]
}

const useOnFor = () => {
  const { t } = useTranslation('calibration')
  return (since: string, time: string): string => {
    const minutes = Math.floor((Date.parse(time) - Date.parse(since)) / 60_000)
    if (minutes < 60) return t('on.minutes', { count: minutes })
    if (minutes < 1440) return t('on.hours', { count: Math.floor(minutes / 60) })
    return t('on.days', { count: Math.floor((minutes * 60_000) / DAY_MS) })
  }
}

function Row({ draft, unit, decimals, zone, index }: Omit<Props, 'others'> & { index: number }) {
  const { t } = useTranslation('calibration')
  const format = useFormat()
  const onFor = useOnFor()
  const { form, preview, errorAt } = draft
  const { method, references } = form.values
  const compared = preview?.references[index]
  const value = (number: number) => format.value(number, Math.max(1, decimals), unit)
  return (
    <li className={classes.reference}>
      <span className={classes.number} aria-hidden="true">
        {index + 1}
      </span>
      <DateTimeField
        zone={zone}
        label={t('when')}
        {...form.getInputProps(`references.${index}.time`)}
        error={errorAt(`references.${index}.time`)}
      />
      {method === 'one_value' && (
        <NumberField
          label={t('reference')}
          unit={format.unit(unit)}
          {...form.getInputProps(`references.${index}.reference`)}
          error={errorAt(`references.${index}.reference`)}
        />
      )}
      {references.length > 1 && (
        <ActionIcon
          size={48}
          variant="subtle"
          aria-label={t('remove', { number: index + 1 })}
          onClick={() => form.removeListItem('references', index)}
        >
          <IconX size={20} stroke={1.9} />
        </ActionIcon>
      )}
      {compared && (
        <p className={classes.compared}>
          <span>
            {t('said')} <b className="bm-num">{value(compared.measured)}</b>
          </span>
          {method !== 'one_value' && (
            <span>
              {t('reference')} <b className="bm-num">{value(compared.reference)}</b>
            </span>
          )}
          <span>
            {t('differs')}{' '}
            <b className="bm-num">
              {format.difference(compared.reference - compared.measured, Math.max(1, decimals), unit)}
            </b>
          </span>
          <span className={classes.on}>
            <StatusShape status="good" size={17} /> {onFor(compared.on_since, compared.time)}
          </span>
        </p>
      )}
    </li>
  )
}

/** Rows for when the device is compared, and with what: two at the most. */
export function ReferenceRows({ draft, unit, decimals, zone, others }: Props) {
  const { t } = useTranslation('calibration')
  const format = useFormat()
  const { form, errorAt, preview } = draft
  const { method, references } = form.values
  if (method === 'manual')
    return (
      <section className={`bm-card ${classes.card}`}>
        <NumberField
          label={t('offset')}
          unit={format.unit(unit)}
          description={t('manual_help')}
          {...form.getInputProps('offset')}
          error={errorAt('offset')}
        />
      </section>
    )
  return (
    <section className={`bm-card ${classes.card}`}>
      <header className={classes.cardHead}>
        <h2>{t('references')}</h2>
        <span className="bm-small bm-muted">{t('of_two', { number: references.length })}</span>
      </header>
      {method === 'one_sensor' && (
        <Select
          size="md"
          searchable
          allowDeselect={false}
          label={t('trusted')}
          data={others}
          nothingFoundMessage={t('no_other')}
          {...form.getInputProps('reference_device_id')}
          error={errorAt('reference_device_id')}
        />
      )}
      {method === 'global_mean' && preview && (
        <p className="bm-muted">{t('mean_of', { count: preview.compared_devices })}</p>
      )}
      <ol className={classes.references}>
        {references.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be known by
          <Row key={index} draft={draft} unit={unit} decimals={decimals} zone={zone} index={index} />
        ))}
      </ol>
      {references.length < MOST && (
        <Button
          variant="default"
          leftSection={<IconPlus size={19} stroke={2} />}
          onClick={() => form.insertListItem('references', { time: nowIn(zone), reference: '' })}
        >
          {t('add_reference')}
        </Button>
      )}
      <p className={classes.info}>
        <IconInfoCircle size={18} stroke={1.8} aria-hidden="true" />
        {t('warm_up')}
      </p>
    </section>
  )
}
