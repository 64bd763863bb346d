import { IconCalendar, IconChevronRight, IconListCheck, IconWaveSine } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportPreview, Remedy } from '#shared/contract/measurements/exports.ts'
import { useFormat } from '../kit/language/format.ts'
import { Note } from '../ui/feedback/note.tsx'
import { type ExportChoice, mended } from './choice.ts'
import classes from './exports.module.css'
import { measurementGroups } from './measurement-groups.ts'
import type { ExportLists } from './queries.ts'
import { useWords } from './use-words.ts'

interface Props {
  choice: ExportChoice
  preview: ExportPreview
  lists: ExportLists['lists']
  /** Days, rows and values. */
  figures: ReactNode
  onChange: (change: ExportChoice) => void
}

/** More than a file may hold: by how much, and what makes it fit in one tap. */
export function TooMuch({ choice, preview, lists, figures, onChange }: Props) {
  const { t } = useTranslation('exports')
  const format = useFormat()
  const { count } = useWords()
  const share = preview.values / preview.most_values
  return (
    <>
      <Note status="act_now">
        <b>{t('too_much.title')}</b>
        <br />
        {t('too_much.text')}
      </Note>
      {figures}
      <div>
        <p className={classes.label}>
          <span className="bm-muted">{t('too_much.against')}</span>{' '}
          <b className="bm-num">{format.value(Math.ceil(share * 100), 0, '%')}</b>
        </p>
        <div className={classes.bar} data-status="act_now" aria-hidden="true">
          <i style={{ width: `${100 / share}%` }} />
        </div>
        <p className="bm-small bm-muted">{t('too_much.limit', { limit: count(preview.most_values) })}</p>
      </div>
      {preview.remedies.length > 0 && (
        <div>
          <p className={classes.label}>
            <b>{t('too_much.fit')}</b>
          </p>
          <div className={classes.remedies}>
            {preview.remedies.map(remedy => (
              <button
                key={JSON.stringify(remedy)}
                type="button"
                onClick={() => onChange(mended(choice, remedy, preview))}
              >
                <RemedyWords remedy={remedy} lists={lists} />
                <span className="bm-small bm-muted">{t('n_values', { values: count(remedy.values) })}</span>
                <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
              </button>
            ))}
          </div>
        </div>
      )}
    </>
  )
}

function RemedyWords({ remedy, lists }: { remedy: Remedy; lists: ExportLists['lists'] }) {
  const { t } = useTranslation('exports')
  const { means } = useWords()
  const { language } = useFormat()
  const Icon = remedy.step_seconds ? IconWaveSine : remedy.without ? IconListCheck : IconCalendar
  const names = measurementGroups(lists, remedy.without ?? []).map(({ name }) => name)
  const words = remedy.step_seconds
    ? t('too_much.means', { means: means(remedy.step_seconds) })
    : remedy.without
      ? t('too_much.without', { names: new Intl.ListFormat(language, { type: 'conjunction' }).format(names) })
      : t('too_much.days', { count: remedy.days ?? 0 })
  return (
    <>
      <Icon size={20} stroke={1.8} aria-hidden="true" />
      <b>{words}</b>
    </>
  )
}
