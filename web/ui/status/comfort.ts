import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'

interface Comfort {
  low: number | null
  high: number | null
  decimals: number
  unit: string
}

/** "comfort 22–28", or "22–28" where it is `short`; nothing where there is no comfort. */
export const useComfort = () => {
  const { t } = useTranslation('ui')
  const format = useFormat()
  return ({ low, high, decimals, unit }: Comfort, short = false): string => {
    const said = short ? 'range' : 'comfort'
    const number = (edge: number) => format.edge(edge, decimals, unit)
    if (low !== null && high !== null) return t(`${said}.between`, { low: number(low), high: number(high) })
    if (high !== null) return t(`${said}.below`, { high: number(high) })
    return low === null ? '' : t(`${said}.above`, { low: number(low) })
  }
}
