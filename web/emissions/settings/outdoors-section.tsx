import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { EmissionSettings } from '#shared/contract/places/emissions.ts'
import { OUTDOOR_SOURCES } from '#shared/rules/locations/emission-settings.ts'
import { isDust } from '#shared/rules/science/emission-chain.ts'
import { NumberField } from '../../kit/forms/number-field.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { History, Section } from './rows.tsx'
import { newOutdoors, outdoorGases, type SettingValues } from './values.ts'

interface Props {
  form: UseFormReturnType<SettingValues>
  devices: EmissionSettings['devices']
  /** Gases that the area measures. */
  gases: EmissionSettings['gases']
  /** Local date of today at the location. */
  today: string
}

/** Source of the air that comes in, from the beginning and from days on. */
export function OutdoorsSection({ form, devices, gases, today }: Props) {
  const { t } = useTranslation('emission-settings')
  const { outdoors, outdoors_history } = form.values
  const [newest = outdoors] = outdoors_history
  return (
    <Section title={t('outdoors.title')} text={t(`outdoors.text.${newest.source}`)}>
      <History
        form={form}
        setting="outdoors"
        name={t('outdoors.title')}
        add={t('outdoors.change')}
        onAdd={() => form.insertListItem('outdoors_history', newOutdoors(newest, today), 0)}
      >
        {(at, index) => (
          <OutdoorFields
            {...{ form, devices, gases, at }}
            value={(index === null ? undefined : outdoors_history[index]) ?? outdoors}
          />
        )}
      </History>
    </Section>
  )
}

interface FieldsProps extends Omit<Props, 'today'> {
  /** Path of the setting in the form. */
  at: string
  value: SettingValues['outdoors']
}

function OutdoorFields({ form, devices, gases, at, value }: FieldsProps) {
  const { t } = useTranslation('emission-settings')
  const input = (name: string) => form.getInputProps(`${at}.${name}`)
  const select = (name: string) => ({ size: 'md' as const, allowDeselect: false, ...input(name) })
  return (
    <>
      <Select
        label={t('outdoors.source')}
        data={OUTDOOR_SOURCES.map(one => ({ value: one, label: t(`outdoors.sources.${one}`) }))}
        {...select('source')}
      />
      {value.source === 'device' && (
        <Select
          label={t('outdoors.device')}
          nothingFoundMessage={t('outdoors.no_device')}
          data={devices.map(one => ({ value: String(one.id), label: `${one.name} (${one.area_name})` }))}
          {...select('device_id')}
        />
      )}
      {value.source !== 'assumed' &&
        outdoorGases(gases, value).map(gas => (
          <NumberField
            key={gas}
            optional={gas !== 'co2' || value.source === 'device'}
            label={<QuantityName name={t(`outdoors.${gas}`)} />}
            unit={isDust(gas) ? 'µg/m³' : 'ppm'}
            {...input(`values.${gas}`)}
          />
        ))}
    </>
  )
}
