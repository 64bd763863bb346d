import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

interface Props {
  /** Words of the two buttons. */
  earlier: string
  later: string
  /** True where nothing later is there yet. */
  isLast: boolean
  onEarlier: () => void
  onLater: () => void
}

/** Steps to the period before, and to the one after. */
export function EarlierLater({ earlier, later, isLast, onEarlier, onLater }: Props) {
  return (
    <div className="bm-row">
      <Button variant="default" size="sm" aria-label={earlier} onClick={onEarlier}>
        <IconChevronLeft size={20} stroke={1.9} />
      </Button>
      <Button variant="default" size="sm" aria-label={later} disabled={isLast} onClick={onLater}>
        <IconChevronRight size={20} stroke={1.9} />
      </Button>
    </div>
  )
}
