import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { PeopleAsked } from '../../offers/offered-to.tsx'
import { ColourChoice } from '../../ui/forms/colour-choice.tsx'
import { EmailChips } from '../../ui/forms/email-chips.tsx'
import { WithOptional } from '../../ui/forms/with-optional.tsx'
import classes from '../wizard/wizard.module.css'
import type { Fields } from './fields.ts'
import type { PlaceValues } from './location-values.ts'

interface Props {
  fields: Fields<PlaceValues>
  lists: TaxonomyLists
  /** Location that exists: everybody with access is listed, also whoever looks, and who is asked. */
  existing?: Pick<Location, 'offers' | 'may'>
}

/** Name, kind, and who has access. */
export function LocationNameFields({ fields, lists, existing }: Props) {
  const { t } = useTranslation('places')
  const { values, input, set, errors } = fields
  const types = lists.location_types.map(({ id, name }) => ({ value: String(id), label: name }))
  const ownerError = Object.entries(errors).find(([field]) => field.startsWith('owners'))?.[1]
  return (
    <>
      <TextInput
        size="md"
        autoComplete="off"
        autoFocus={!existing && values.name === ''}
        label={t('name')}
        {...input('name')}
      />
      <div className={classes.two}>
        <Select size="md" allowDeselect={false} data={types} label={t('type')} {...input('type')} />
        <ColourChoice name="location-colour" value={values.colour} onChange={colour => set({ colour })} />
      </div>
      {(!existing || existing.may.includes('share')) && (
        <EmailChips
          label={t('people')}
          help={t(existing ? 'people_help_existing' : 'people_help')}
          value={values.owners}
          error={ownerError ? String(ownerError) : undefined}
          onChange={owners => set({ owners })}
        />
      )}
      {existing && <PeopleAsked offers={existing.offers} />}
      <TextInput
        size="md"
        autoComplete="off"
        label={<WithOptional>{t('ubn')}</WithOptional>}
        description={t('ubn_help')}
        {...input('ubn')}
      />
      <TextInput
        size="md"
        autoComplete="off"
        label={<WithOptional>{t('tag')}</WithOptional>}
        description={t('tag_help')}
        {...input('tag')}
      />
      <Textarea
        size="md"
        autosize
        minRows={2}
        label={<WithOptional>{t('description')}</WithOptional>}
        {...input('description')}
      />
    </>
  )
}
