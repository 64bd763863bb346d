import {
  IconAdjustmentsHorizontal,
  IconAlignLeft,
  IconCalendar,
  IconCamera,
  IconCircleDot,
  IconHeading,
  IconListCheck,
  IconMoodSmile,
  IconNumbers,
  IconPaperclip,
  IconPercentage,
  IconStar,
  IconStars,
  IconToggleLeft,
  IconToggleRight,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ItemInput } from '#shared/contract/diary/checklists.ts'

/** The picture of each way of answering; its word stands beside it. */
export const INPUT_ICONS: Record<ItemInput, ComponentType<{ size?: number; stroke?: number }>> = {
  heading: IconHeading,
  yes_no: IconToggleLeft,
  yes_is_bad: IconToggleRight,
  text: IconAlignLeft,
  number: IconNumbers,
  percentage: IconPercentage,
  date: IconCalendar,
  choice: IconCircleDot,
  choices: IconListCheck,
  score_5: IconStar,
  grade_10: IconStars,
  smileys: IconMoodSmile,
  slider: IconAdjustmentsHorizontal,
  photo: IconCamera,
  file: IconPaperclip,
}
