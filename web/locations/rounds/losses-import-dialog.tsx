import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Round } from '#shared/contract/places/rounds.ts'
import { ROUND_COUNTS } from '#shared/rules/locations/rounds.ts'
import { ask } from '../../kit/api/api.ts'
import { ROUND_READS } from './queries.ts'
import { TableDialog } from './table-dialog.tsx'
import { readLosses } from './tables.ts'

/** Takes counts of animals of a round from a table. */
export default function LossesImportDialog({ round, onClose }: { round: Round; onClose: () => void }) {
  const { t } = useTranslation('rounds')
  const words = ROUND_COUNTS.map(kind => [kind, t(`losses.kind.${kind}`)] as const)
  return (
    <TableDialog
      title={t('losses.import.title')}
      action={count => t('losses.import.action', { count })}
      label={t('losses.import.table')}
      columns={t('losses.import.columns', { kinds: words.map(([, word]) => word).join(', ') })}
      read={text => readLosses(text, words)}
      send={losses => ask(api.importLosses, { params: { id: round.id }, body: { losses } })}
      reads={ROUND_READS}
      onClose={onClose}
    />
  )
}
