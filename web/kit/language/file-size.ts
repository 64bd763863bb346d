import { elementAt } from '#shared/rules/collections/elements.ts'
import { useFormat } from './format.ts'

const UNITS = ['kB', 'MB', 'GB'] as const

/** Sizes of files as people read them: `1.9 MB`; at least a kilobyte. */
export const useFileSize = (): ((bytes: number) => string) => {
  const format = useFormat()
  return bytes => {
    const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1000, bytes)) / 3) - 1))
    const value = bytes / 1000 ** (unit + 1)
    return format.value(Math.max(unit === 0 ? 1 : 0, value), value < 10 && unit > 0 ? 1 : 0, elementAt(UNITS, unit))
  }
}
