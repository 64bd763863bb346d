import { type Averaging, averagingOf, LEAST_RESULTANT } from '#shared/rules/science/mean.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'

/** Averaging by which values of a measurement become one (shared/rules/science/mean.ts). */
export const averagingOfKey = (key: string): Averaging => averagingOf(measurementTypeOf(key)?.pq)

/** The engine's twin of `partsOf` and `valueOfParts` in shared/rules/science/mean.ts; a test holds them together. */
interface Twin {
  parts: (value: string) => [string, string]
  value: (means: [string, string]) => string
}

const TWINS: Record<Averaging, Twin> = {
  arithmetic: { parts: value => [value, '0'], value: ([mean]) => mean },
  energetic: { parts: value => [`exp10((${value}) / 10)`, '0'], value: ([mean]) => `10 * log10(${mean})` },
  circular: {
    parts: value => [`cos(radians(${value}))`, `sin(radians(${value}))`],
    value: ([first, second]) =>
      `if(hypot(${first}, ${second}) < ${LEAST_RESULTANT}, NULL, positiveModulo(degrees(atan2(${second}, ${first})), 360))`,
  },
}

const meanBy = (twin: Twin, value: string, average: (part: string) => string): string => {
  const [first, second] = twin.parts(value)
  return twin.value([average(first), second === '0' ? second : average(second)])
}

/** The mean of what an aggregate is made of, of one measurement: `average` says how a part is averaged. */
export const meanOfKey = (key: string, value: string, average: (part: string) => string): string =>
  meanBy(TWINS[averagingOfKey(key)], value, average)

/** Mean for rows of several measurements, told apart by the column `key`. */
export interface MeanOf {
  parts: Twin['parts']
  /** `avg` of a value, as its measurement wants it. */
  mean: (value: string) => string
  params: Record<string, string[]>
}

/** Makes the mean for rows of these measurements. Where they are averaged plainly the engine has no more work than with `avg`. */
export const meanOfKeys = (keys: readonly string[]): MeanOf => {
  const special = (['energetic', 'circular'] as const)
    .map(averaging => ({ averaging, of: keys.filter(key => averagingOfKey(key) === averaging) }))
    .filter(({ of }) => of.length > 0)
  const choose = (pick: (twin: Twin) => string): string => {
    const plain = pick(TWINS.arithmetic)
    const cases = special
      .map(({ averaging }) => [`key IN {${averaging}: Array(String)}`, pick(TWINS[averaging])] as const)
      .filter(([, expression]) => expression !== plain)
    return cases.length ? `multiIf(${[...cases.flat(), plain].join(', ')})` : plain
  }
  const parts: Twin['parts'] = value => [choose(twin => twin.parts(value)[0]), choose(twin => twin.parts(value)[1])]
  // Quicker than averaging `parts`: the engine works through whole columns.
  const mean = (one: string): string => choose(twin => meanBy(twin, one, part => `avg(${part})`))
  return { parts, mean, params: Object.fromEntries(special.map(({ averaging, of }) => [averaging, of])) }
}
