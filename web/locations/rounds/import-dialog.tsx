import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { entriesOf } from '#shared/rules/collections/keys.ts'
import { ROUND_PRESETS } from '#shared/rules/locations/round-presets.ts'
import { ask } from '../../kit/api/api.ts'
import { slashesExample } from '../../kit/language/viewer-formats.ts'
import { ROUND_READS } from './queries.ts'
import { TableDialog } from './table-dialog.tsx'
import { readRounds } from './tables.ts'

interface Props {
  areaId: number
  /** Key of the kind of animal. */
  species: string
  onClose: () => void
}

/** Takes past rounds from a table; a preset of the kind of animal gives them their curve. */
export default function ImportDialog({ areaId, species, onClose }: Props) {
  const { t } = useTranslation('rounds')
  const presets = entriesOf(ROUND_PRESETS).flatMap(([key, one]) =>
    one.area_types.some(type => type === species) ? [key] : [],
  )
  return (
    <TableDialog
      title={t('import.title')}
      action={count => t('import.action', { count })}
      label={t('import.table')}
      columns={`${t('import.columns', { slashes: slashesExample() })} ${presets.length > 0 ? t('import.presets', { presets: presets.join(', ') }) : ''}`.trim()}
      read={text => {
        const { rounds, rows, problems } = readRounds(text, presets)
        return { rows: rounds, lines: rows, problems }
      }}
      send={rounds =>
        ask(api.importRounds, {
          params: { id: areaId },
          body: {
            rounds: rounds.map(({ preset, ...round }) => ({
              ...round,
              preset,
              curve: preset && { ...ROUND_PRESETS[preset].curve, points: [...ROUND_PRESETS[preset].curve.points] },
            })),
          },
        })
      }
      reads={ROUND_READS}
      onClose={onClose}
    />
  )
}
