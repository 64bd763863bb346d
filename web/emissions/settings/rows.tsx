import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import classes from './settings.module.css'
import type { SettingValues } from './values.ts'

/** Part of the settings with a heading. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={`bm-card ${classes.section}`}>
      <h2>{title}</h2>
      <p className="bm-muted">
        <QuantityName name={text} />
      </p>
      {children}
    </section>
  )
}

interface RowsProps {
  rows: readonly unknown[]
  /** Name of one row, for who hears the button that takes it away. */
  name: string
  add: string
  error?: ReactNode
  /** Fields of the setting that holds before the first of the rows. */
  before?: ReactNode
  /** Adds a row; undefined where there is none to add yet. */
  onAdd: (() => void) | undefined
  onRemove: (index: number) => void
  children: (index: number) => ReactNode
}

/** Rows of a list that can be added to. */
export function Rows({ rows, name, add, error, before, onAdd, onRemove, children }: RowsProps) {
  const { t } = useTranslation('emission-settings')
  return (
    <>
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row are named by its place
        <fieldset key={index} aria-label={`${name} ${index + 1}`} className={classes.row}>
          <div className={classes.fields}>{children(index)}</div>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={18} stroke={1.8} />}
            onClick={() => onRemove(index)}
          >
            {t('remove')}
            <span className="bm-hidden">
              {' '}
              {name} {index + 1}
            </span>
          </Button>
        </fieldset>
      ))}
      {before}
      {error && <Note status="act_now">{error}</Note>}
      {onAdd && (
        <div>
          <Button variant="default" size="md" leftSection={<IconPlus size={20} stroke={1.9} />} onClick={onAdd}>
            {add}
          </Button>
        </div>
      )}
    </>
  )
}

interface HistoryProps extends Pick<RowsProps, 'name' | 'add' | 'onAdd'> {
  form: UseFormReturnType<SettingValues>
  setting: 'ventilation' | 'outdoors'
  /** Fields of a row, or of what holds before all rows (null), at their path in the form. */
  children: (at: string, index: number | null) => ReactNode
}

/** Setting that holds from the beginning, and from days on another one. */
export function History({ form, setting, children, ...rest }: HistoryProps) {
  const { t } = useTranslation('emission-settings')
  const list = `${setting}_history` as const
  const rows = form.values[list]
  const first = children(setting, null)
  return (
    <>
      <p className="bm-small bm-muted">{t('history.text')}</p>
      <Rows
        {...rest}
        rows={rows}
        error={form.errors[list]}
        onRemove={index => form.removeListItem(list, index)}
        before={
          rows.length > 0 ? (
            <fieldset aria-label={`${rest.name}, ${t('history.first')}`} className={classes.row}>
              <b>{t('history.first')}</b>
              <div className={classes.fields}>{first}</div>
            </fieldset>
          ) : (
            first
          )
        }
      >
        {index => (
          <>
            <DateField label={t('valid_from')} {...form.getInputProps(`${list}.${index}.valid_from`)} />
            {children(`${list}.${index}`, index)}
          </>
        )}
      </Rows>
    </>
  )
}
