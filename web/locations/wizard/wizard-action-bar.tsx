import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { numberIn } from '../../kit/forms/number-field.tsx'
import { useFormat } from '../../kit/language/format.ts'
import type { LocationValues } from '../edit/location-values.ts'
import classes from './wizard.module.css'
import type { StepsState } from './wizard-steps.ts'

const NEXT = ['address', 'areas', 'check', 'save'] as const

interface Props {
  form: UseFormReturnType<LocationValues>
  steps: StepsState
  busy: boolean
}

function Sum({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation('places')
  const format = useFormat()
  const places = form.values.areas.map(area => numberIn(area.animal_places) || 0).filter(count => count > 0)
  const areas = t('sum.areas', { count: form.values.areas.length })
  const sum = places.reduce((all, one) => all + one, 0)
  return (
    <span className={classes.sum}>
      {sum > 0 ? `${areas}, ${t('sum.places', { count: sum, number: format.number(sum) })}` : areas}
    </span>
  )
}

export function WizardActionBar({ form, steps, busy }: Props) {
  const { t } = useTranslation(['places', 'ui'])
  const { step } = steps
  const hasPlace = form.values.lat !== null || form.values.street !== '' || form.values.city !== ''
  const back =
    step === 0 ? (
      <Button variant="default" component={Link} to="/">
        {t('ui:cancel')}
      </Button>
    ) : (
      <Button variant="default" leftSection={<IconChevronLeft size={18} />} onClick={() => steps.open(step - 1)}>
        {t('back')}
      </Button>
    )
  return (
    <div className={classes.actionBar}>
      {back}
      <span className={classes.space} />
      {step === 2 && <Sum form={form} />}
      {step === 1 && !hasPlace && (
        <Button variant="default" onClick={() => steps.open(2)}>
          {t('skip')}
        </Button>
      )}
      <Button type="submit" loading={busy} rightSection={step < 3 ? <IconChevronRight size={18} /> : undefined}>
        {t(`next.${NEXT[step] ?? 'save'}`)}
      </Button>
    </div>
  )
}
