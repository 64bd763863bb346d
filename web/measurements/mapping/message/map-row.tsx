import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconChartLine, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RowOutcome } from '#shared/rules/ingest/mapping.ts'
import { unitsInto } from '#shared/rules/science/unit.ts'
import type { TypesByAbbreviation } from '../../../ui/data-display/formatted-value.ts'
import { type DraftRow, LEAVE_OUT } from '../draft.ts'
import classes from '../mapping.module.css'
import { Outcome } from './outcome.tsx'

interface Props {
  row: DraftRow
  number: number
  types: TypesByAbbreviation
  outcome: RowOutcome | undefined
  /** Errors by field. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  onChange: (changes: Partial<DraftRow>) => void
  onRemove: () => void
  onPoints: () => void
}

function Bounds({ row }: { row: DraftRow }) {
  const { t } = useTranslation('mapping')
  if (row.raw_min === '' && row.raw_max === '') return null
  const bounds = { min: row.raw_min || '−∞', max: row.raw_max || '∞' }
  return <span className={`bm-small bm-muted ${classes.bounds}`}>{t('probe.bounds', bounds)}</span>
}

/** Row of a mapping: where the value stands, what it is, and what becomes of it. */
export function MapRow({ row, number, types, outcome, errors, disabled, onChange, onRemove, onPoints }: Props) {
  const { t } = useTranslation('mapping')
  const type = types.get(row.abbreviation)
  const measurements = [
    { value: LEAVE_OUT, label: t('leave_out') },
    ...[...types.values()].map(one => ({ value: one.abbreviation, label: `${one.abbreviation} · ${one.name}` })),
  ]
  const units = type ? unitsInto(type.unit, type.abbreviation) : []
  const numeric = { inputMode: 'decimal', autoComplete: 'off', disabled: disabled || !type } as const
  const path = row.path || t('whole')
  return (
    <li
      className={classes.row}
      data-row={number - 1}
      aria-label={t('row', { number })}
      data-became={type && outcome?.kind}
    >
      <TextInput
        classNames={{ root: classes.path ?? '', input: 'bm-mono' }}
        label={t('path')}
        placeholder={t('whole')}
        value={row.path}
        error={errors.path}
        disabled={disabled}
        spellCheck={false}
        autoComplete="off"
        onChange={event => onChange({ path: event.currentTarget.value })}
      />
      <Select
        className={classes.measurement}
        label={t('measurement')}
        placeholder={t('choose')}
        data={measurements}
        value={row.abbreviation || null}
        error={errors.abbreviation}
        disabled={disabled}
        searchable
        allowDeselect={false}
        comboboxProps={{ width: 300, position: 'bottom-start' }}
        onChange={abbreviation => onChange({ abbreviation: abbreviation ?? '', unit: '' })}
      />
      <Select
        className={classes.unit}
        label={t('unit')}
        data={units}
        value={row.unit || (type?.unit ?? null)}
        error={errors.unit}
        disabled={disabled || units.length < 2}
        allowDeselect={false}
        comboboxProps={{ width: 120 }}
        onChange={unit => onChange({ unit: unit === type?.unit ? '' : (unit ?? '') })}
      />
      <TextInput
        className={classes.scale}
        label={t('scale')}
        placeholder="1"
        value={row.scale}
        error={errors.scale}
        {...numeric}
        onChange={event => onChange({ scale: event.currentTarget.value })}
      />
      <TextInput
        className={classes.offset}
        label={t('offset')}
        placeholder="0"
        value={row.offset}
        error={errors.offset}
        {...numeric}
        onChange={event => onChange({ offset: event.currentTarget.value })}
      />
      <div className={classes.became}>
        <span className={classes.label}>{t('became')}</span>
        <Outcome {...{ row, outcome, types }} />
        <Bounds row={row} />
      </div>
      {!disabled && (
        <div className={classes.actions}>
          <ActionIcon variant="subtle" aria-label={t('points', { path })} disabled={!type} onClick={onPoints}>
            <IconChartLine size={19} stroke={1.8} />
          </ActionIcon>
          <ActionIcon variant="subtle" aria-label={t('remove', { path })} onClick={onRemove}>
            <IconTrash size={19} stroke={1.8} />
          </ActionIcon>
        </div>
      )}
    </li>
  )
}
