import { instant } from './corrected.ts'
import type { Doubted } from './fault-store.ts'

/** A condition that leaves out what is doubted, with the parameters it has. */
export const leftOut = (without: readonly Doubted[]): { condition: string; params: Record<string, string> } => {
  if (without.length === 0) return { condition: '', params: {} }
  const spans = without.map(
    ({ device_id, start, end }, index) =>
      `device_id = ${device_id} AND key = {doubted_${index}: String} AND time >= ${instant(start)} AND time <= ${instant(end)}`,
  )
  const params = Object.fromEntries(without.map(({ measurement }, index) => [`doubted_${index}`, measurement]))
  return { condition: `AND NOT ((${spans.join(') OR (')}))`, params }
}
