import { Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import classes from './editor.module.css'
import type { Editor } from './use-editor.ts'

interface Props {
  opened: boolean
  editor: Editor
  lists: TaxonomyLists
  locations: readonly Location[]
  onClose: () => void
}

/** Dialog for the name of a list, the animals it is for, and where it is offered first. */
export function AboutDialog({ opened, editor: { draft, change }, lists, locations, onClose }: Props) {
  const { t } = useTranslation(['checklists', 'ui', 'form'])
  const [tried, setTried] = useState(false)
  const nameless = draft.name.trim() === ''
  return (
    <Dialog opened={opened} title={t('about')} onClose={onClose}>
      <form
        className={classes.details}
        onSubmit={event => {
          event.preventDefault()
          setTried(true)
          if (!nameless) onClose()
        }}
      >
        <TextInput
          size="md"
          data-autofocus
          label={t('list_name')}
          maxLength={255}
          value={draft.name}
          error={nameless && tried ? t('form:error.required') : undefined}
          onChange={event => change({ name: event.currentTarget.value })}
        />
        <NativeSelect
          size="md"
          label={t('animals')}
          value={draft.area_type_id ?? ''}
          onChange={({ currentTarget: { value } }) => change({ area_type_id: value === '' ? null : Number(value) })}
          data={[
            { value: '', label: t('all_animals') },
            ...lists.area_types.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <MultiSelect
          size="md"
          label={
            <>
              {t('areas')} <span className="bm-optional">{t('ui:optional')}</span>
            </>
          }
          description={t('areas_help')}
          searchable
          value={draft.area_ids.map(String)}
          onChange={values => change({ area_ids: values.map(Number) })}
          data={locations.map(({ name, areas }) => ({
            group: name,
            items: areas.map(area => ({ value: String(area.id), label: area.name })),
          }))}
        />
        <Button type="submit">{t('done')}</Button>
      </form>
    </Dialog>
  )
}
