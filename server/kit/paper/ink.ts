import type { Tone } from './paper.ts'

/** Colours of paper: those of the light screen (web/ui/theme/theme.ts) on white. */
export const INK = {
  ink: '#17202B',
  muted: '#47525D',
  line: '#D2D9D4',
  edge: '#78848A',
  steel: '#2C3E7E',
  before: '#7B6129',
  good: '#1B7047',
  attention: '#8F4E00',
  bad: '#B5123A',
  band: '#CFE8D8',
  empty: '#EEF0EE',
  sunk: '#E2E7E3',
} as const

/** Fill of a grade's barn. */
export const SOFT: Record<Tone, string> = {
  ink: '#FFFFFF',
  muted: '#E6EAE7',
  before: '#EFE8D6',
  good: '#DCEFE3',
  attention: '#FBE8CA',
  bad: '#FBDDE2',
  steel: '#E1E6F4',
}
