import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { OwnMapping } from '#shared/contract/measurements/mappings.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { isSame, type MappingDraft, mappingDraftOf, mappingOf } from './draft.ts'
import classes from './mapping.module.css'

const NONE = 'none'

interface Props {
  device: Device
  draft: MappingDraft
  own: readonly OwnMapping[]
  disabled: boolean
  onChoose: (draft: MappingDraft) => void
}

const sourceOf = (draft: MappingDraft): string | null => {
  const { preset, mapping_id, rows } = draft
  const built_in = PRESETS.find(one => one.id === preset)
  // Rows that were changed are the device's own.
  if (built_in && isSame(mappingOf(draft), built_in.mapping)) return `preset ${built_in.id}`
  if (mapping_id) return `own ${mapping_id}`
  return rows.length === 0 ? NONE : null
}

/** Head of the page: the device it is about, and the mapping the rows begin with. */
export function MappingHead({ device, draft, own, disabled, onChoose }: Props) {
  const { t } = useTranslation('mapping')
  const place = [device.name, device.placement?.area_name].filter(Boolean).join(', ')
  const choose = (value: string | null) => {
    const [kind, id] = (value ?? '').split(' ')
    const preset = PRESETS.find(one => kind === 'preset' && one.id === id)
    const model = own.find(one => kind === 'own' && String(one.id) === id)
    if (preset) onChoose(mappingDraftOf(preset.mapping, { preset: preset.id }))
    else if (model) onChoose(mappingDraftOf(model.mapping, { mapping_id: model.id }))
    else onChoose(mappingDraftOf(null))
  }
  const groups = [
    { group: t('own'), items: own.map(({ id, name }) => ({ value: `own ${id}`, label: name })) },
    { group: t('built_in'), items: PRESETS.map(({ id, name }) => ({ value: `preset ${id}`, label: name })) },
  ]
  return (
    <header className={classes.head}>
      <div className="bm-grow">
        <PageHeading>{t('heading')}</PageHeading>
        <p className="bm-muted">{place}</p>
      </div>
      <Select
        size="md"
        label={t('source')}
        placeholder={t('this_device')}
        className={classes.source}
        data={[{ value: NONE, label: t('none') }, ...groups.filter(({ items }) => items.length > 0)]}
        value={sourceOf(draft)}
        disabled={disabled}
        allowDeselect={false}
        onChange={choose}
      />
    </header>
  )
}
