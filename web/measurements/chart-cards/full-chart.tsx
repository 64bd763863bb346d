import { Modal } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BeforeKey } from '../../charts/before-key.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import { useTopmost } from '../../ui/overlays/topmost.ts'
import { ChartCard } from './chart-card.tsx'

/** Height in px of what stands above and below the drawing, and the least that a drawing is worth. */
const AROUND = 212
const LEAST = 140

interface Props {
  opened: boolean
  onClose: () => void
  card: Omit<ComponentProps<typeof ChartCard>, 'height'>
  /** Name of the dashed line, as a legend says it. */
  compareName: string
  /** Content in place of the chart where it has no values; false where it has some. */
  empty: ReactNode
}

/** Chart as large as the screen, however that is turned; Escape, the button and back close it. */
export default function FullChart({ opened, onClose, card, compareName, empty }: Props) {
  const { t } = useTranslation('ui')
  useFocusGivenBack(opened)
  const { height } = useViewportSize()
  const topmost = useTopmost(opened)
  return (
    <Modal
      opened={opened}
      closeOnEscape={topmost}
      onClose={onClose}
      fullScreen
      title={card.place}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      transitionProps={{ duration: 0 }}
    >
      {card.compare && <BeforeKey name={compareName} />}
      {empty || <ChartCard {...card} height={Math.max(LEAST, height - AROUND)} />}
    </Modal>
  )
}
