import { Checkbox, NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ENCODINGS, IMPORT_SEPARATORS, type ImportPlan, TIME_FORMS } from '#shared/contract/measurements/imports.ts'
import classes from './import.module.css'
import type { ImportWork } from './use-import.ts'

const NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** Way in which the file is read, as the server guessed it; each guess can be changed. */
export function ReadAs({ plan, work }: { plan: ImportPlan; work: ImportWork }) {
  const { t } = useTranslation('import')
  const choice = <Key extends 'separator' | 'decimal' | 'time_form' | 'encoding'>(
    field: Key,
    label: string,
    data: { value: ImportPlan[Key]; label: string }[],
  ) => (
    <Select
      label={label}
      allowDeselect={false}
      data={data}
      value={plan[field]}
      onChange={value => value && void work.change({ [field]: value })}
    />
  )
  return (
    <section className={`bm-card ${classes.card}`}>
      <header className={classes.cardHead}>
        <h2>{t('read_title')}</h2>
        <p className="bm-small bm-muted">{t('read_help')}</p>
      </header>
      <div className={classes.reading}>
        {choice(
          'separator',
          t('read.separator'),
          IMPORT_SEPARATORS.map(value => ({ value, label: t(`separator.${NAMES[value]}`) })),
        )}
        {choice('decimal', t('read.decimal'), [
          { value: '.', label: t('decimal.point') },
          { value: ',', label: t('decimal.comma') },
        ])}
        {choice(
          'time_form',
          t('read.time_form'),
          TIME_FORMS.map(value => ({ value, label: t(`time_form.${value}`) })),
        )}
        {choice(
          'encoding',
          t('read.encoding'),
          ENCODINGS.map(value => ({ value, label: value.toUpperCase() })),
        )}
        <NumberInput
          label={t('read.skip_lines')}
          min={0}
          max={100_000}
          allowDecimal={false}
          value={plan.skip_lines}
          onChange={value => typeof value === 'number' && void work.change({ skip_lines: value })}
        />
        <Checkbox
          className={classes.header}
          label={t('read.header')}
          checked={plan.header}
          onChange={event => void work.change({ header: event.currentTarget.checked })}
        />
      </div>
    </section>
  )
}
