import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

interface Props {
  /** Words of the two buttons. */
  earlier: string
  later: string
  /** True where nothing earlier, or nothing later, is there. */
  isFirst?: boolean
  isLast: boolean
  onEarlier: () => void
  onLater: () => void
}

/** Steps to the period before, and to the one after. */
export function EarlierLater({ earlier, later, isFirst = false, isLast, onEarlier, onLater }: Props) {
  return (
    <div className="bm-row">
      <Button variant="default" size="sm" aria-label={earlier} disabled={isFirst} onClick={onEarlier}>
        <IconChevronLeft size={20} stroke={1.9} />
      </Button>
      <Button variant="default" size="sm" aria-label={later} disabled={isLast} onClick={onLater}>
        <IconChevronRight size={20} stroke={1.9} />
      </Button>
    </div>
  )
}
