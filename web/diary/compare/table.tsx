import { IconCamera } from '@tabler/icons-react'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem, TemplateCategory } from '#shared/contract/diary/checklists.ts'
import type { Answer, InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn, shownMonthDay } from '../../kit/language/viewer-formats.ts'
import { initials } from '../../ui/data-display/initials.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { answerText, categoryNames, partsOf, unitOf } from '../answers/answer-text.ts'
import { ImpressionFace, NeedsAttention } from '../answers/impression.tsx'
import { type ClimateValue, isOut } from '../inspection/climate.ts'
import { isAnswerChanged, stripOf } from './cells.ts'
import classes from './compare.module.css'
import { Strip } from './strip.tsx'

/** Visits side by side, oldest first; each row has one answer for each. */
export interface Compared {
  inspections: readonly InspectionSummary[]
  rows: readonly { item: ChecklistItem; answers: readonly (Answer | null)[] }[]
  climate: readonly (readonly (ClimateValue | null)[])[]
  template: readonly TemplateCategory[]
}

interface Props {
  compared: Compared
  /** True while changed answers stand out. */
  marked: boolean
  chosen: number | null
  onChoose: (id: number) => void
}

function Head({
  inspection,
  chosen,
  onChoose,
}: {
  inspection: InspectionSummary
  chosen: boolean
  onChoose: () => void
}) {
  const { t } = useTranslation('diary')
  const at = momentIn(inspection.date, inspection.time_zone)
  const { impression, needs_attention, created_by, photo_count } = inspection
  return (
    <th scope="col" data-chosen={chosen || undefined}>
      <button type="button" className={classes.visit} aria-pressed={chosen} onClick={onChoose}>
        <b>
          {shownMonthDay(localDateAt(inspection.date, inspection.time_zone))}
          <span className="bm-hidden"> {at}</span>
        </b>
        <span>
          <ImpressionFace impression={impression} bare />
          {needs_attention && <NeedsAttention bare />}
        </span>
        <span className={classes.who}>
          {created_by && (
            <>
              <span aria-hidden="true">{initials(created_by)}</span>
              <span className="bm-hidden">{created_by}</span>
            </>
          )}
          {photo_count > 0 && (
            <>
              <IconCamera size={14} stroke={1.9} aria-hidden="true" />
              <span aria-hidden="true">{photo_count}</span>
              <span className="bm-hidden">{t('photo_count', { count: photo_count })}</span>
            </>
          )}
        </span>
      </button>
    </th>
  )
}

function Dash() {
  const { t } = useTranslation('diary')
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="bm-hidden">{t('not_answered')}</span>
    </>
  )
}

function ItemRow({ row, props }: { row: Compared['rows'][number]; props: Props }) {
  const { t } = useTranslation('diary')
  const { number } = useFormat()
  const { item, answers } = row
  const { marked, chosen, compared } = props
  return (
    <tr>
      <th scope="row">
        {item.name} <span>{unitOf(item) || (item.input !== 'heading' && t(`input_short.${item.input}`))}</span>
      </th>
      <td className={classes.strip}>
        <Strip strip={stripOf(item, answers)} />
      </td>
      {compared.inspections.map(({ id }, index) => {
        const answer = answers[index] ?? null
        const changed = marked && isAnswerChanged(item, answers, index)
        const text = answer === null ? null : answerText(item, answer, { t, number }, true)
        return (
          <td key={id} data-chosen={id === chosen || undefined}>
            {text === null ? (
              <Dash />
            ) : (
              <span className={classes.answer} data-changed={changed || undefined} title={text}>
                {text}
                {changed && <span className="bm-hidden">, {t('compare.changed')}</span>}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function ClimateRow({ values, props }: { values: readonly (ClimateValue | null)[]; props: Props }) {
  const { t } = useTranslation(['diary', 'ui'])
  const format = useFormat()
  const known = values.find(value => value !== null)
  if (!known) return null
  return (
    <tr>
      <th scope="row">
        <QuantityName name={known.name} /> <span>{format.unit(known.unit)}</span>
      </th>
      <td className={classes.strip}>
        <Strip strip={{ kind: 'line', values: values.map(value => value?.value ?? null) }} />
      </td>
      {props.compared.inspections.map(({ id }, index) => {
        const value = values[index]
        return (
          <td key={id} data-chosen={id === props.chosen || undefined}>
            {value ? (
              <span className={classes.measured}>
                {isOut(value) && value.status && (
                  <>
                    <StatusShape status={value.status} size={15} />
                    <span className="bm-hidden">{t(`ui:status.${value.status}`)}</span>
                  </>
                )}
                {format.figure(value.value, value.decimals, value.unit)}
              </span>
            ) : (
              <Dash />
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** The comparison itself: it scrolls sideways, its first column and its head stay. */
export function CompareTable(props: Props) {
  const { t } = useTranslation('diary')
  const { compared, chosen, onChoose } = props
  const { inspections, rows, climate, template } = compared
  const count = inspections.length
  // Strips have no room on a phone.
  const isDesktop = useIsDesktop()
  const scrolled = useRef<HTMLDivElement>(null)
  // The newest is at the right, and the first to be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is added at the left moves the table
  useEffect(() => {
    scrolled.current?.scrollTo({ left: scrolled.current.scrollWidth })
  }, [count])
  const part = (name: string) => (
    <tr className={classes.part}>
      <th scope="colgroup" colSpan={isDesktop ? 2 : 1}>
        {name}
      </th>
      {inspections.map(({ id }) => (
        <td key={id} data-chosen={id === chosen || undefined} />
      ))}
    </tr>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with keys
    <section ref={scrolled} className={classes.scroll} aria-label={t('view.compare')} tabIndex={0}>
      <table className={classes.table} style={{ '--visits': count }}>
        <thead>
          <tr>
            <th scope="col">{t('compare.item')}</th>
            <th scope="col" className={classes.strip}>
              {t('compare.visits', { count })}
            </th>
            {inspections.map(inspection => (
              <Head
                key={inspection.id}
                inspection={inspection}
                chosen={inspection.id === chosen}
                onChoose={() => onChoose(inspection.id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {partsOf(rows, categoryNames(template)).map(({ name, items }) => (
            <Fragment key={items[0]?.item.key}>
              {part(name ?? t('own_items'))}
              {items.map(row => (
                <ItemRow key={row.item.key} row={row} props={props} />
              ))}
            </Fragment>
          ))}
          {climate.length > 0 && part(t('climate.title'))}
          {climate.map(values => (
            <ClimateRow key={values.find(value => value)?.measurement} values={values} props={props} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
