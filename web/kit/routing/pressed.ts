import { useRef, useState } from 'react'
import { SECOND_MS } from '#shared/rules/time/units.ts'
import { type Changes, changed } from './changes.ts'

/** Time after which a press counts no more that has not changed the address: nothing came of it. */
const COMES_WITHIN_MS = 2 * SECOND_MS

type Change<Values> = (some: Changes<Values>) => void

/**
 * Values that stand in the address, as they were pressed last, and how to change them. The page follows a tap only after the next picture:
 * a box that waited for it would show its old state in that, and jump.
 */
export const usePressed = <Values>(values: Values, change: Change<Values>): readonly [Values, Change<Values>] => {
  const key = JSON.stringify(values)
  const [pressed, setPressed] = useState<{ from: string; to: Values } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const press: Change<Values> = some => {
    setPressed(last => {
      const before = last?.from === key ? last.to : values
      return { from: key, to: changed(before, some) }
    })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPressed(null), COMES_WITHIN_MS)
    change(some)
  }
  return [pressed?.from === key ? pressed.to : values, press]
}
