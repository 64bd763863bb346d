import { IconMoodEmpty, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import type { Impression } from '#shared/contract/fixed.ts'

/** Face of each impression. */
export const FACES = { good: IconMoodSmile, neutral: IconMoodEmpty, bad: IconMoodSad } as const satisfies Record<
  Impression,
  unknown
>
