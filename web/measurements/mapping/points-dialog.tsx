import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BROKEN_LOOP, lineThrough } from '#shared/rules/ingest/mapping.ts'
import { NumberField, numberIn, numberText } from '../../kit/forms/number-field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { DraftRow } from './draft.ts'
import classes from './mapping.module.css'

/** Ends of a loop of 4–20 mA, which most probes have. */
const [ZERO, FULL] = [4, 20]

interface Props {
  row: DraftRow
  unit: string
  onUse: (changes: Partial<DraftRow>) => void
  onClose: () => void
}

/** Scale and offset from what a probe means at two raw values, and where it is broken. */
export function PointsDialog({ row, unit, onUse, onClose }: Props) {
  const { t } = useTranslation(['mapping', 'form'])
  const [scale, offset] = [numberIn(row.scale) ?? 1, numberIn(row.offset) ?? 0]
  const isNew = scale === 1 && offset === 0
  const at = (raw: number) => (isNew ? '' : numberText(Number((raw * scale + offset).toPrecision(9))))
  const [values, setValues] = useState({
    firstRaw: numberText(ZERO),
    firstValue: isNew ? '0' : at(ZERO),
    secondRaw: numberText(FULL),
    secondValue: at(FULL),
    raw_min: isNew ? numberText(BROKEN_LOOP.raw_min) : row.raw_min,
    raw_max: isNew ? numberText(BROKEN_LOOP.raw_max) : row.raw_max,
  })
  const [failure, setFailure] = useState<string | null>(null)
  const field = (name: keyof typeof values, label: string, inUnit?: string) => {
    const isWrong = Number.isNaN(numberIn(values[name]))
    return (
      <NumberField
        label={label}
        value={values[name]}
        error={isWrong ? t('form:error.number') : undefined}
        {...(inUnit ? { unit: inUnit } : {})}
        onChange={event => setValues({ ...values, [name]: event.currentTarget.value })}
      />
    )
  }
  const use = () => {
    const numbers = [values.firstRaw, values.firstValue, values.secondRaw, values.secondValue].map(numberIn)
    const [firstRaw, firstValue, secondRaw, secondValue] = numbers.map(one => one ?? Number.NaN) as [
      number,
      number,
      number,
      number,
    ]
    const line = lineThrough({ raw: firstRaw, value: firstValue }, { raw: secondRaw, value: secondValue })
    const areWrong = [values.raw_min, values.raw_max].some(text => Number.isNaN(numberIn(text)))
    if (!line || areWrong) {
      setFailure(t('probe.no_line'))
      return
    }
    onUse({
      scale: numberText(line.scale),
      offset: numberText(line.offset),
      raw_min: values.raw_min,
      raw_max: values.raw_max,
    })
  }
  return (
    <FormDialog
      opened
      title={t('probe.title')}
      action={t('probe.use')}
      busy={false}
      failure={failure}
      onSubmit={event => {
        event.preventDefault()
        use()
      }}
      onClose={onClose}
    >
      <p>{t('probe.text')}</p>
      <fieldset className={classes.point}>
        <legend>{t('probe.first')}</legend>
        {field('firstRaw', t('probe.raw'))}
        {field('firstValue', t('probe.value'), unit)}
      </fieldset>
      <fieldset className={classes.point}>
        <legend>{t('probe.second')}</legend>
        {field('secondRaw', t('probe.raw'))}
        {field('secondValue', t('probe.value'), unit)}
      </fieldset>
      <div className={classes.point}>
        {field('raw_min', t('probe.min'))}
        {field('raw_max', t('probe.max'))}
      </div>
      <p className="bm-small bm-muted">{t('probe.loop')}</p>
    </FormDialog>
  )
}
