import { DE, ES, GB, NL } from 'country-flag-icons/react/3x2'
import type { Language } from '#shared/contract/fixed.ts'

const FLAGS = { de: DE, en: GB, es: ES, nl: NL }

/** Flag of a language; its own name stands beside. */
export function Flag({ language, width = 24 }: { language: Language; width?: number }) {
  const Picture = FLAGS[language]
  return (
    <Picture
      aria-hidden="true"
      style={{ width, height: (width * 2) / 3, borderRadius: 3, boxShadow: '0 0 0 1px #0002', display: 'block' }}
    />
  )
}
