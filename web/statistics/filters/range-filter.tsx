import { RangeSlider } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownTicks } from '#shared/rules/charts/scale.ts'
import { NumberField } from '../../kit/forms/number-field.tsx'
import { fieldText, fieldValue, unitFor, viewerFormats } from '../../kit/language/viewer-formats.ts'
import type { ChartFacts } from '../dashboard/chart-facts.ts'
import type { ChangeSelection, Dashboard } from '../dashboard/queries.ts'
import type { Selection } from '../dashboard/selection.ts'
import classes from './filters.module.css'

interface Props {
  selection: Selection
  dashboard: Dashboard
  facts: ChartFacts
  onChange: ChangeSelection
}

/** Round ends around all values of the areas that are shown; null until they are known. */
const endsOf = (dashboard: Dashboard): { least: number; most: number } | null => {
  const { spread, whole, asked } = dashboard
  const answer = asked.min === null && asked.max === null ? spread.answer : whole.answer
  const boxes = (answer?.areas ?? []).flatMap(area => area.measurements[asked.measurement]?.box ?? [])
  if (boxes.length === 0) return null
  const unit =
    dashboard.lists.measurement_types.find(({ abbreviation }) => abbreviation === asked.measurement)?.unit ?? ''
  const [least, most] = [Math.min(...boxes.map(box => box.min)), Math.max(...boxes.map(box => box.max))]
  const ticks = shownTicks(least, most, { unit }, viewerFormats(), 10)
  return { least: ticks.min, most: ticks.max }
}

/** Values between which five-minute means count: two thumbs, and the same as numbers to type. */
export function RangeFilter({ selection: { min, max }, dashboard, facts, onChange }: Props) {
  const { t } = useTranslation('statistics')
  const { unit, decimals, value, name } = facts
  const ends = endsOf(dashboard)
  const [moved, setMoved] = useState<{ key: string; range: [number, number] } | null>(null)
  const key = `${dashboard.asked.measurement} ${min} ${max}`
  const least = Math.min(ends?.least ?? 0, min ?? Number.POSITIVE_INFINITY)
  const most = Math.max(ends?.most ?? 1, max ?? Number.NEGATIVE_INFINITY)
  const range: [number, number] = moved?.key === key ? moved.range : [min ?? least, max ?? most]
  const step = 10 ** -decimals
  // At its end a thumb leaves nothing out.
  const take = ([low, high]: [number, number]) =>
    onChange({ min: low <= least ? null : low, max: high >= most ? null : high })
  return (
    <div className={classes.range}>
      <RangeSlider
        min={least}
        max={most}
        step={step}
        minRange={step}
        label={null}
        size={6}
        thumbSize={22}
        disabled={ends === null && min === null && max === null}
        value={range}
        thumbFromLabel={t('filters.from_label', { name })}
        thumbToLabel={t('filters.to_label', { name })}
        thumbProps={index => ({ 'aria-valuetext': value(range[index]) })}
        onChange={next => setMoved({ key, range: next })}
        onChangeEnd={next => {
          setMoved(null)
          take(next)
        }}
      />
      <div className={classes.ends}>
        <Edge
          key={`from ${key}`}
          label={t('filters.from_label', { name })}
          placeholder={ends ? fieldText(least, unit) : ''}
          unit={unit}
          edge={min}
          below={max}
          onTake={next => onChange({ min: next })}
        />
        <Edge
          key={`to ${key}`}
          label={t('filters.to_label', { name })}
          placeholder={ends ? fieldText(most, unit) : ''}
          unit={unit}
          edge={max}
          above={min}
          onTake={next => onChange({ max: next })}
        />
      </div>
    </div>
  )
}

interface EdgeProps {
  label: string
  /** The end there is without one. */
  placeholder: string
  unit: string
  edge: number | null
  /** Bounds the number has to lie between. */
  below?: number | null
  above?: number | null
  onTake: (value: number | null) => void
}

/** Field for an end of the range, typed; taken when the field is left or Enter is pressed. */
function Edge({ label, placeholder, unit, edge, below = null, above = null, onTake }: EdgeProps) {
  const { t } = useTranslation('statistics')
  const [text, setText] = useState(fieldText(edge, unit))
  const [wrong, setWrong] = useState(false)
  const leave = () => {
    const read = fieldValue(text, unit, false, [edge])
    const isWrong =
      read !== null && (Number.isNaN(read) || (below !== null && read >= below) || (above !== null && read <= above))
    setWrong(isWrong)
    if (!isWrong && read !== edge) onTake(read)
  }
  return (
    <NumberField
      size="sm"
      aria-label={label}
      placeholder={placeholder}
      unit={unitFor(unit)}
      value={text}
      error={wrong && t('filters.wrong_range')}
      onChange={event => setText(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={event => event.key === 'Enter' && leave()}
    />
  )
}
