import { Switch } from '@mantine/core'
import { useId } from 'react'
import classes from './switch-row.module.css'

interface Props {
  name: string
  text: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Choice with its name and what it means, and the switch at the end of the row. */
export function SwitchRow({ name, text, checked, onChange }: Props) {
  const id = useId()
  return (
    <div className={classes.row}>
      <div className="bm-grow">
        <b id={id}>{name}</b>
        <p className="bm-small bm-muted" id={`${id}-text`}>
          {text}
        </p>
      </div>
      <Switch
        size="md"
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}
