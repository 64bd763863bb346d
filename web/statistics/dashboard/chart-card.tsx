import { useDisclosure } from '@mantine/hooks'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../kit/pages/part.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import type { CardContent } from './card-content.ts'
import classes from './dashboard.module.css'
import type { StatisticsRead } from './queries.ts'
import { ReadFailure } from './read-failure.tsx'

const CardMenu = lazyPart(() => import('./card-menu.tsx'))
const TableDialog = lazyPart(() => import('../numbers/table-dialog.tsx'))

interface Props {
  /** Name in plain words. */
  name: string
  /** Measurement and unit beside it. */
  unit?: string
  /** Beside the name, e.g. what it is compared with. */
  controls?: ReactNode
  /** Words at the right that say how to read the chart. */
  note?: ReactNode
  read: StatisticsRead
  /** px of the body, also before it is there. */
  height: number
  /** Sentence for an answer without anything to draw. */
  nothing?: string | undefined
  /** A way to get an answer where this question is refused. */
  remedy?: { label: string; take: () => void } | undefined
  content: CardContent | null
  /** Words about period and filters, for pictures. */
  below: string
  className?: string | undefined
  foot?: ReactNode
  children: ReactNode
}

/** A chart with its head, or what stands there until it comes, or instead of it. */
export function ChartCard(props: Props) {
  const { name, unit, controls, note, read, height, nothing, content, below, className = '', foot, children } = props
  const { t } = useTranslation('statistics')
  const [tableOpen, table] = useDisclosure()
  const isThere = read.answer !== undefined && !nothing
  return (
    <section className={`bm-card ${classes.card} ${className}`} aria-label={name} aria-busy={read.old || undefined}>
      <header className={classes.cardHead}>
        <h2 className={classes.cardTitle}>
          <QuantityName name={name} />
        </h2>
        {unit && (
          <span className={classes.unit}>
            <QuantityName name={unit} />
          </span>
        )}
        {controls}
        {note && <span className={classes.note}>{note}</span>}
        {isThere && content && (
          <MenuButton
            target={
              <button type="button" className={classes.menu} aria-label={t('files.menu', { name })}>
                <IconDotsVertical size={18} stroke={1.8} />
              </button>
            }
            menu={target => <CardMenu target={target} content={content} below={below} onTable={table.open} />}
          />
        )}
      </header>
      {isThere ? (
        <div className={classes.body} data-old={read.old || undefined}>
          {children}
        </div>
      ) : (
        <div className={classes.instead} style={{ minHeight: height }}>
          <Instead {...props} />
        </div>
      )}
      {isThere && (
        <footer className={classes.foot}>
          <span>{foot}</span>
          {content && (
            <button type="button" className="bm-link" onClick={table.open}>
              {t('table')} <span className="bm-hidden">{name}</span>
            </button>
          )}
        </footer>
      )}
      {content && (
        <LazyOverlay when={tableOpen} onFailed={table.close}>
          {opened => <TableDialog opened={opened} table={content.table} onClose={table.close} />}
        </LazyOverlay>
      )}
    </section>
  )
}

function Instead({ read, nothing, height, remedy }: Props) {
  if (read.failure) return <ReadFailure read={read} remedy={remedy} />
  if (nothing && read.answer)
    return (
      <p className={classes.nothing}>
        <StatusShape status="no_data" size={20} /> {nothing}
      </p>
    )
  return <span className={`bm-skeleton ${classes.bone}`} style={{ height }} aria-hidden="true" />
}
