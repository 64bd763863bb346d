import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import type { Chart } from './groups.ts'
import { SeriesTable } from './series-table.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  name: string
  chart: Chart
  frame: SeriesAnswer
}

/** Dialog with what a chart shows, as numbers. */
export default function TableDialog({ opened, onClose, name, chart, frame }: Props) {
  const { t } = useTranslation('ui')
  useFocusGivenBack(opened)
  const unit = unitFor(chart.measured[0].quantity.unit)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={<QuantityName name={unit ? `${name} (${unit})` : name} />}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <SeriesTable chart={chart} frame={frame} />
    </Modal>
  )
}
