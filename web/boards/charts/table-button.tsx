import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { ChartSpec } from '../../charts/drawing/chart-spec.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { boardTable } from './board-table.ts'
import type { SeenLine } from './lines.ts'

const TableDialog = lazyPart(() => import('../../statistics/numbers/table-dialog.tsx'))

interface Props {
  spec: ChartSpec
  lines: readonly SeenLine[]
  name: string
}

/** Opens what a chart shows as numbers, also for people who cannot see it. */
export function TableButton({ spec, lines, name }: Props) {
  const { t } = useTranslation('boards')
  const [opened, table] = useDisclosure()
  return (
    <>
      <button type="button" className="bm-link" onClick={table.open}>
        {t('table')} <span className="bm-hidden">{name}</span>
      </button>
      <LazyOverlay when={opened} onFailed={table.close}>
        {isOpen => (
          <TableDialog
            opened={isOpen}
            table={boardTable(spec, lines, { title: name, time: t('time') })}
            onClose={table.close}
          />
        )}
      </LazyOverlay>
    </>
  )
}
