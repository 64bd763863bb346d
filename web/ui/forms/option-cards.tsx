import type { ComponentType } from 'react'
import classes from './option-cards.module.css'

interface Option<Value extends string> {
  value: Value
  label: string
  help: string
  icon: ComponentType<{ size?: number; stroke?: number }>
}

interface Props<Value extends string> {
  /** Name of the group among the fields of the page. */
  name: string
  options: readonly Option<Value>[]
  chosen: string
  onChoose: (value: Value) => void
}

/**
 * Choice of one from a few, as cards with icon, word and a line of help; keys and screen readers find radio buttons.
 */
export function OptionCards<Value extends string>({ name, options, chosen, onChoose }: Props<Value>) {
  return (
    <div className={classes.cards}>
      {options.map(({ value, label, help, icon: Icon }) => (
        <label key={value} className={classes.card} data-chosen={value === chosen || undefined}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          <Icon size={24} stroke={1.8} />
          <span>
            <b>{label}</b>
            <span>{help}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
