import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { AreaPreview } from '../area/area-preview.tsx'
import { AreaTabs } from '../area/area-tabs.tsx'
import { AreaFields } from '../edit/area-fields.tsx'
import { areaFields } from '../edit/fields.ts'
import { type LocationValues, newArea } from '../edit/location-values.ts'
import classes from './wizard.module.css'

interface Props {
  form: UseFormReturnType<LocationValues>
  lists: TaxonomyLists
}

const hasError = (errors: Record<string, unknown>, index: number): boolean =>
  Object.entries(errors).some(([field, error]) => error && field.startsWith(`areas.${index}.`))

/** Index of the first area with something to be put right; 0 where all are right. */
const firstWrong = (form: Props['form']): number =>
  Math.max(
    0,
    form.values.areas.findIndex((_, index) => hasError(form.errors, index)),
  )

export function AreasStep({ form, lists }: Props) {
  const { t } = useTranslation('places')
  const { areas } = form.values
  const [picked, setPicked] = useState(() => firstWrong(form))
  const [errorsSeen, setErrorsSeen] = useState(form.errors)
  if (errorsSeen !== form.errors) {
    setErrorsSeen(form.errors)
    if (!hasError(form.errors, picked)) {
      const wrong = areas.findIndex((_, index) => hasError(form.errors, index))
      if (wrong >= 0) setPicked(wrong)
    }
  }
  const chosen = Math.min(picked, areas.length - 1)
  const area = areas[chosen]
  const fields = areaFields(form, chosen)
  const put = (next: LocationValues['areas'], pick: number) => {
    form.setFieldValue('areas', next)
    form.clearErrors()
    setPicked(pick)
  }
  const copy = () => {
    if (!area) return
    const copied = {
      ...area,
      key: newArea().key,
      name: area.name ? t('copy_of', { name: area.name }) : '',
      before: null,
    }
    put([...areas, copied], areas.length)
  }
  return (
    <div className={classes.columns}>
      <section className={`bm-card ${classes.card}`}>
        <AreaTabs
          areas={areas}
          chosen={chosen}
          lists={lists}
          isWrong={index => hasError(form.errors, index)}
          onPick={setPicked}
          onAdd={() => put([...areas, newArea()], areas.length)}
          onCopy={copy}
          onRemove={() =>
            put(
              areas.filter((_, index) => index !== chosen),
              Math.max(0, chosen - 1),
            )
          }
        />
        {fields && <AreaFields key={area?.key} fields={fields} lists={lists} />}
      </section>
      {area && <AreaPreview area={area} lists={lists} />}
    </div>
  )
}
