import type { UseFormReturnType } from '@mantine/form'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { useFormat } from '../../kit/language/format.ts'
import { clockIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { Steps } from '../../ui/data-display/steps.tsx'
import type { LocationValues } from '../edit/location-values.ts'
import { addressLine } from './check-step.tsx'
import classes from './wizard.module.css'
import type { StepsState } from './wizard-steps.ts'

const NAMES = ['name', 'address', 'areas', 'check'] as const

interface Props {
  form: UseFormReturnType<LocationValues>
  steps: StepsState
}

/** Head of the wizard: the step somebody is at, what was answered so far, and since when it is kept. */
export function WizardHead({ form, steps }: Props) {
  const { t } = useTranslation('places')
  const phone = usePhone()
  const format = useFormat()
  const { values } = form
  const filled = values.areas.filter(area => area.name.trim() !== '' && area.area_type_id !== null).length
  const answered = [
    values.name,
    addressLine({ ...values, country_code: '' }, format.language) || (steps.reached > 1 ? t('step.later') : ''),
    steps.reached > 1 ? t('step.areas_filled', { filled, all: values.areas.length }) : '',
    t('step.check_more'),
  ]
  const items = NAMES.map((name, index) => ({
    title: t(`step.${name}`),
    said: steps.isWrong(index) ? t('step.wrong') : (answered[index] ?? ''),
    wrong: steps.isWrong(index),
  }))
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const time = steps.savedAt && clockIn(steps.savedAt, zone)
  return (
    <header className={classes.head}>
      <Steps steps={items} now={steps.step} reached={steps.reached} onPick={steps.open} />
      <span className={classes.space} />
      {time && (
        <span className={classes.saved}>
          <IconDeviceFloppy size={17} stroke={1.9} />
          {t(phone ? 'draft.saved_short' : 'draft.saved', { time })}
        </span>
      )}
      <PageHeading key={steps.step} className={classes.title}>
        {t(`question.${NAMES[steps.step] ?? 'name'}`)}
      </PageHeading>
    </header>
  )
}
