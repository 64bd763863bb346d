import { Slider } from '@mantine/core'
import { useState } from 'react'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import { answerDecimalsOf, rangeOf } from '#shared/rules/diary/checklist.ts'
import { NumberField, numberIn, numberText } from '../../kit/forms/number-field.tsx'
import { useFormat } from '../../kit/language/format.ts'
import classes from './answer.module.css'

interface Props {
  item: ChecklistItem
  label: string
  value: Answer | undefined
  onChange: (value: Answer | null) => void
}

const unitOf = ({ input, unit }: ChecklistItem): string => unit ?? (input === 'percentage' ? '%' : '')

export function AnswerNumber({ item, label, value, onChange }: Props) {
  const [text, setText] = useState(typeof value === 'number' ? numberText(value) : String(value ?? ''))
  return (
    <NumberField
      aria-label={label}
      className={classes.number}
      unit={unitOf(item)}
      value={text}
      onChange={event => {
        const typed = event.currentTarget.value
        const number = numberIn(typed)
        setText(typed)
        onChange(number !== null && Number.isNaN(number) ? typed : number)
      }}
    />
  )
}

export function AnswerSlider({ item, label, value, onChange }: Props) {
  const format = useFormat()
  const { min, max } = rangeOf(item)
  const decimals = answerDecimalsOf(item)
  const [from, until] = [min ?? 0, max ?? 100]
  const number = typeof value === 'number' ? value : null
  const unit = unitOf(item)
  const say = (number: number) => (unit ? format.given(number, decimals, unit) : format.number(number, decimals))
  return (
    <div className={classes.slider}>
      <Slider
        className="bm-grow"
        thumbLabel={label}
        size="lg"
        thumbSize={28}
        label={null}
        min={from}
        max={until}
        step={10 ** -decimals}
        value={number ?? from}
        onChange={onChange}
        thumbProps={{ 'aria-valuetext': number === null ? '–' : say(number) }}
      />
      <output className="bm-num">{number === null ? '–' : say(number)}</output>
    </div>
  )
}
