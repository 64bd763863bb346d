import { type ReactNode, useId } from 'react'
import classes from './segments.module.css'

interface Segment<Value> {
  value: Value
  label: ReactNode
}

interface Props<Value> {
  data: readonly (Value | Segment<Value>)[]
  value: string
  onChange: (value: Value) => void
  'aria-label'?: string
  size?: 'xs' | 'sm' | 'md'
  fullWidth?: boolean
  className?: string | undefined
}

/**
 * Choice of one from a few, side by side. The chosen one is marked by style alone: the library's own control measures
 * where to move its mark, which lays a page out several times before it is seen.
 */
export function Segments<Value extends string>({
  data,
  value,
  onChange,
  size = 'sm',
  fullWidth,
  className = '',
  ...spoken
}: Props<Value>) {
  const name = useId()
  const segments = data.map(one => (typeof one === 'string' ? { value: one, label: one } : one))
  return (
    <div
      role="radiogroup"
      className={`bm-segments ${classes.segments} ${className}`}
      data-size={size}
      data-full={fullWidth || undefined}
      {...spoken}
    >
      {segments.map(one => (
        <div key={one.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            id={`${name}-${one.value}`}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <label htmlFor={`${name}-${one.value}`} className="bm-segment">
            {one.label}
          </label>
        </div>
      ))}
    </div>
  )
}
