import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Mapping, MappingRow } from '#shared/rules/ingest/mapping.ts'
import type { TypesByAbbreviation } from '../../ui/data-display/formatted-value.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import classes from './mapping.module.css'

interface Props {
  /** Mapping as it is saved by now. */
  theirs: Mapping | null
  /** Mapping as it stands in the rows. */
  mine: Mapping | null
  types: TypesByAbbreviation
  busy: boolean
  failure: string | null
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}

const sameRow = (one: MappingRow) => (other: MappingRow) => JSON.stringify(one) === JSON.stringify(other)

/** The rows of one of both, those that only it has in bold. */
function Rows({
  title,
  mapping,
  other,
  types,
}: {
  title: string
  mapping: Mapping | null
  other: Mapping | null
  types: TypesByAbbreviation
}) {
  const { t } = useTranslation('mapping')
  const rows = mapping?.rows ?? []
  const said = ({ abbreviation, unit, scale, offset }: MappingRow): string => {
    const name = abbreviation === null ? t('leave_out') : (types.get(abbreviation)?.name ?? abbreviation)
    const sum = scale === 1 && offset === 0 ? '' : `× ${scale} + ${offset}`
    return [name, sum, unit].filter(Boolean).join(', ')
  }
  return (
    <section className={classes.both}>
      <h3>{title}</h3>
      {rows.length === 0 && <p className="bm-muted">{t('overtaken.none')}</p>}
      <ul>
        {rows.map(row => {
          const only = !other?.rows.some(sameRow(row))
          return (
            <li key={JSON.stringify(row)} data-only={only || undefined}>
              <span className="bm-mono">{row.path || '.'}</span> {said(row)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Dialog for when somebody else saved the mapping since it was read: shows both, and asks which of the two stays. */
export function MappingOvertakenDialog({ theirs, mine, types, busy, failure, onMine, onTheirs, onClose }: Props) {
  const { t } = useTranslation('mapping')
  return (
    <Dialog opened title={t('overtaken.title')} onClose={onClose}>
      <div className={classes.overtaken}>
        <p>{t('overtaken.text')}</p>
        <Rows title={t('overtaken.their_rows')} mapping={theirs} other={mine} types={types} />
        <Rows title={t('overtaken.my_rows')} mapping={mine} other={theirs} types={types} />
        {failure && <Note status="act_now">{failure}</Note>}
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('overtaken.back')}
        </Button>
        <Button variant="default" onClick={onTheirs}>
          {t('overtaken.theirs')}
        </Button>
        <Button loading={busy} onClick={onMine}>
          {t('overtaken.mine')}
        </Button>
      </div>
    </Dialog>
  )
}
