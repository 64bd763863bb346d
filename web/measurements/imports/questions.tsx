import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportColumn, ImportPlan, ImportPreview, ImportQuestion } from '#shared/contract/measurements/imports.ts'
import type { MeasurementType } from '#shared/contract/places/taxonomy.ts'
import { useFormat } from '../../kit/language/format.ts'
import { Note } from '../../ui/feedback/note.tsx'
import classes from './import.module.css'
import type { ImportWork } from './use-import.ts'

interface Props {
  work: ImportWork
  preview: ImportPreview
  plan: ImportPlan
  types: readonly MeasurementType[]
}

function AboutUnit({
  question: { column: index, unit, value, units },
  name,
  ...props
}: Props & { question: Extract<ImportQuestion, { about: 'unit' }>; name: string }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const { work, plan, types } = props
  const column: ImportColumn = plan.columns[index] ?? { role: 'skip' }
  const type = types.find(one => one.abbreviation === column.measurement)
  const said = (number: number) => format.value(number, Math.abs(number) < 10 ? 2 : 0, type?.unit ?? '')
  const answer = (chosen: string) =>
    void work.changeColumn(index, { ...column, unit: chosen === type?.unit ? null : chosen, sure: true })
  return (
    <Note status="attention">
      <p>{t('ask.unit', { name, measurement: type?.name ?? '', value: said(value), unit })}</p>
      <div className={classes.answers}>
        {units.map(one => (
          <Button key={one.unit} size="sm" disabled={work.doing !== null} onClick={() => answer(one.unit)}>
            {t('ask.it_is', { unit: one.unit, value: said(one.value) })}
          </Button>
        ))}
        <Button size="sm" variant="default" disabled={work.doing !== null} onClick={() => answer(unit)}>
          {t('ask.is_right', { unit })}
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={work.doing !== null}
          onClick={() => void work.changeColumn(index, { role: 'skip' })}
        >
          {t('ask.leave_out')}
        </Button>
      </div>
    </Note>
  )
}

/** Questions the file alone does not answer: asked before it is stored. */
export function Questions(props: Props) {
  const { t } = useTranslation('import')
  const { preview, plan } = props
  const nameOf = (index: number) => preview.names[index] || t('column', { number: index + 1 })
  return (
    <>
      {!plan.header && <Note status="no_data">{t('no_header')}</Note>}
      {preview.questions.map(question =>
        question.about === 'unit' ? (
          <AboutUnit key={question.column} question={question} name={nameOf(question.column)} {...props} />
        ) : (
          <Note key={question.column} status="attention">
            {t('ask.measurement', { name: nameOf(question.column) })}
          </Note>
        ),
      )}
    </>
  )
}
