import type { MeanDifference } from '#shared/rules/science/mean-difference.ts'
import type { ChartFacts } from '../dashboard/chart-facts.ts'

type Facts = Pick<ChartFacts, 't' | 'value' | 'unit' | 'decimals' | 'number'>

/** Word for where a difference goes: a temperature is warmer or colder, all else higher or lower. */
const wayOf = (difference: number, unit: string) =>
  unit === '°C' ? (difference > 0 ? 'warmer' : 'colder') : difference > 0 ? 'higher' : 'lower'

/** `2.1 °C warmer`; nothing at all is said to be the same. */
const difference = ({ t, value, unit, decimals }: Facts, of: number): string => {
  if (Number(of.toFixed(decimals)) === 0) return t('difference.same')
  return t(`difference.${wayOf(of, unit)}`, { value: value(Math.abs(of)) })
}

/** A difference in a sentence, with how sure it is: `2.1 °C warmer, likely between 1.4 and 2.8 °C`. */
export const differenceText = (facts: Facts, { difference: of, low, high }: MeanDifference): string => {
  const { t, value, number, decimals } = facts
  const said = difference(facts, of)
  if (low === null || high === null) return t('difference.alone', { said })
  if (low <= 0 && high >= 0)
    return t('difference.chance', { said, low: difference(facts, low), high: difference(facts, high) })
  const [least, most] = [Math.abs(low), Math.abs(high)].sort((a, b) => a - b) as [number, number]
  return t('difference.likely', { said, low: number(least, decimals), high: value(most) })
}
