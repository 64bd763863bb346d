import { Checkbox, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { VENTILATION_METHODS } from '#shared/rules/locations/emission-settings.ts'
import type { HeatedKind } from '#shared/rules/science/animal-heat.ts'
import { CO2_VOLUME_REFS, FLOORS } from '#shared/rules/science/emission-chain.ts'
import { NumberField } from '../../kit/forms/number-field.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { History, Rows, Section } from './rows.tsx'
import { newVentilation, type SettingValues } from './values.ts'

interface Props {
  form: UseFormReturnType<SettingValues>
  kind: HeatedKind | undefined
  /** Local date of today at the location. */
  today: string
}

/** Place the air flow comes from, from the beginning and from days on. */
export function VentilationSection({ form, kind, today }: Props) {
  const { t } = useTranslation('emission-settings')
  const { ventilation, ventilation_history } = form.values
  const all = [ventilation, ...ventilation_history]
  const [newest = ventilation] = ventilation_history
  return (
    <Section title={t('ventilation.title')} text={t(`ventilation.text.${newest.method}`)}>
      <History
        form={form}
        setting="ventilation"
        name={t('ventilation.title')}
        add={t('ventilation.change')}
        onAdd={() => form.insertListItem('ventilation_history', newVentilation(newest, today), 0)}
      >
        {(at, index) => (
          <VentilationFields
            {...{ form, kind, today, at }}
            value={(index === null ? undefined : ventilation_history[index]) ?? ventilation}
          />
        )}
      </History>
      {all.some(({ method }) => method === 'co2_balance') && (
        <Select
          size="md"
          allowDeselect={false}
          label={<QuantityName name={t('ventilation.volume')} />}
          description={t('ventilation.volume_text')}
          data={CO2_VOLUME_REFS.map(value => ({ value, label: t(`ventilation.volumes.${value}`) }))}
          {...form.getInputProps('co2_volume_ref')}
        />
      )}
    </Section>
  )
}

interface FieldsProps extends Props {
  /** Path of the setting in the form. */
  at: string
  value: SettingValues['ventilation']
}

function VentilationFields({ form, kind, today, at, value }: FieldsProps) {
  const { t } = useTranslation('emission-settings')
  const { method } = value
  const input = (name: string) => form.getInputProps(`${at}.${name}`)
  const checkbox = (name: string) => form.getInputProps(`${at}.${name}`, { type: 'checkbox' })
  const select = (name: string) => ({ size: 'md' as const, allowDeselect: false, ...input(name) })
  return (
    <>
      <Select
        label={t('ventilation.method')}
        data={VENTILATION_METHODS.map(one => ({ value: one, label: t(`ventilation.methods.${one}`) }))}
        {...select('method')}
      />
      {method === 'co2_balance' && (
        <>
          <Select
            label={t('ventilation.floor')}
            data={FLOORS.map(one => ({ value: one, label: t(`ventilation.floors.${one}`) }))}
            {...select('floor')}
          />
          <NumberField
            optional
            label={<QuantityName name={t('ventilation.co2_per_heat_unit')} />}
            description={t('ventilation.co2_per_heat_unit_text')}
            unit="m³/h"
            {...input('co2_per_heat_unit')}
          />
          <Checkbox size="md" label={t('ventilation.gas_heater')} {...checkbox('gas_heater')} />
          <NumberField
            optional={!value.gas_heater && value.floor !== 'litter'}
            label={<QuantityName name={t('ventilation.other_co2')} />}
            description={t('ventilation.other_co2_text')}
            unit="m³/h"
            {...input('other_co2')}
          />
          {kind === 'dairy_cattle' && (
            <Checkbox
              size="md"
              label={<QuantityName name={t('ventilation.newer_cows')} />}
              {...checkbox('newer_cows')}
            />
          )}
          <Select
            label={t('ventilation.heat_correction')}
            data={(['linear', 'older_cattle'] as const).map(one => ({
              value: one,
              label: t(`ventilation.heat_corrections.${one}`),
            }))}
            {...select('heat_correction')}
          />
        </>
      )}
      {method === 'fan_curve' && (
        <Rows
          rows={value.fan_curve}
          name={t('ventilation.point')}
          add={t('ventilation.add_point')}
          error={form.errors[`${at}.fan_curve`]}
          onAdd={() => form.insertListItem(`${at}.fan_curve`, { percent: '', m3_per_hour: '' })}
          onRemove={index => form.removeListItem(`${at}.fan_curve`, index)}
        >
          {index => (
            <>
              <NumberField label={t('ventilation.speed')} unit="%" {...input(`fan_curve.${index}.percent`)} />
              <NumberField label={t('ventilation.flow')} unit="m³/h" {...input(`fan_curve.${index}.m3_per_hour`)} />
            </>
          )}
        </Rows>
      )}
      {method === 'typed' && (
        <Rows
          rows={value.typed}
          name={t('ventilation.flow')}
          add={t('ventilation.add_typed')}
          error={form.errors[`${at}.typed`]}
          onAdd={() => form.insertListItem(`${at}.typed`, { valid_from: today, m3_per_hour: '' }, 0)}
          onRemove={index => form.removeListItem(`${at}.typed`, index)}
        >
          {index => (
            <>
              <DateField label={t('valid_from')} {...input(`typed.${index}.valid_from`)} />
              <NumberField label={t('ventilation.flow')} unit="m³/h" {...input(`typed.${index}.m3_per_hour`)} />
            </>
          )}
        </Rows>
      )}
      {method !== 'co2_balance' && (
        <NumberField
          optional
          label={t('ventilation.uncertainty')}
          description={t('ventilation.uncertainty_text')}
          unit="%"
          {...input('uncertainty_percent')}
        />
      )}
    </>
  )
}
