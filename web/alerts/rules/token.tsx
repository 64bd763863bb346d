import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCommaToPoint } from '../../kit/forms/number-field.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import classes from './rule.module.css'

interface MenuProps<Value> {
  /** Name of the choice, for those who do not see the sentence around it. */
  label: string
  text: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
  /** More at the end of the menu. */
  more?: ReactNode
}

/** A word of the sentence that can be exchanged for another. */
export function TokenMenu<Value extends string | number | null>(props: MenuProps<Value>) {
  const { label, text, value, options, onChoose, more } = props
  return (
    <Menu position="bottom-start" shadow="sm">
      <Menu.Target>
        <button type="button" className={classes.token} aria-label={`${label}: ${text}`}>
          <QuantityName name={text} />
          <IconChevronDown size={18} stroke={2} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} aria-label={label}>
        {options.map(option => (
          <Menu.RadioItem
            key={String(option.value)}
            value={String(option.value)}
            checked={option.value === value}
            closeMenuOnClick
            className={classes.option}
            onChange={() => onChoose(option.value)}
          >
            <QuantityName name={option.label} />
          </Menu.RadioItem>
        ))}
        {more}
      </Menu.Dropdown>
    </Menu>
  )
}

interface NumberProps {
  label: string
  value: string
  unit: string
  wrong: boolean
  describedBy?: string | undefined
  whole?: boolean
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A number within the sentence, as wide as it is long. */
export function TokenNumber({ label, value, unit, wrong, describedBy, whole, onChange, onBlur }: NumberProps) {
  const convertSoon = useCommaToPoint()
  return (
    <span className={classes.number} data-wrong={wrong || undefined}>
      <input
        type="text"
        inputMode={whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        aria-label={unit ? `${label}, ${unit}` : label}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy}
        value={value}
        style={{ width: `${Math.max(2, value.length) + 1}ch` }}
        onChange={event => {
          convertSoon(event.currentTarget)
          onChange(event.target.value)
        }}
        onBlur={onBlur}
      />
      {unit && <span aria-hidden="true">{unit}</span>}
    </span>
  )
}
