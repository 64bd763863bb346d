import { IconCamera, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import type { AnswerTo } from '../inspection-form/draft/form-draft.ts'
import classes from './answer.module.css'

export interface Attached {
  client_id: string
  name: string
  /** Address of its preview; null for what is no picture, or not on this device. */
  preview: string | null
}

/** Store for the photos and files of an inspection while it is written. */
export interface Attach {
  attached: readonly Attached[]
  /** Resolves with the client ids of those that were taken. */
  add: (kind: 'photo' | 'file', files: readonly File[]) => Promise<string[]>
  remove: (clientId: string) => void
}

const listOf = (value: Answer | undefined): string[] => (Array.isArray(value) ? value : [])

interface Props {
  kind: 'photo' | 'file'
  label: string
  value: Answer | undefined
  onChange: (to: AnswerTo) => void
  /** Store for what is added; without one nothing can be added, as in a preview. */
  attach?: Attach | undefined
}

export function AnswerAttached({ kind, label, value, onChange, attach }: Props) {
  const { t } = useTranslation('inspect')
  const ids = listOf(value)
  const known = new Map(attach?.attached.map(one => [one.client_id, one]))
  const Icon = kind === 'photo' ? IconCamera : IconPaperclip
  const word = t(kind === 'photo' ? 'photo' : 'file')
  return (
    <div className={classes.attached}>
      {ids.map(id => {
        const one = known.get(id)
        return (
          <span key={id} className={classes.one}>
            {one?.preview ? <img src={one.preview} alt={one.name} /> : <span>{one?.name ?? t('kept_there')}</span>}
            <button
              type="button"
              aria-label={t('remove_named', { name: one?.name ?? word })}
              onClick={() => {
                attach?.remove(id)
                onChange(before => {
                  const left = listOf(before).filter(other => other !== id)
                  return left.length > 0 ? left : null
                })
              }}
            >
              <IconTrash size={20} stroke={1.8} />
            </button>
          </span>
        )
      })}
      <label className={classes.add} data-off={!attach || undefined}>
        <Icon size={22} stroke={1.9} aria-hidden="true" /> {word}
        <input
          type="file"
          className="bm-hidden"
          aria-label={`${word}: ${label}`}
          accept={kind === 'photo' ? 'image/*' : undefined}
          multiple
          disabled={!attach}
          onChange={event => {
            const files = [...(event.currentTarget.files ?? [])]
            event.currentTarget.value = ''
            void attach?.add(kind, files).then(added => {
              // Adding takes seconds, in which others are answered, and this one too.
              if (added.length > 0) onChange(before => [...listOf(before), ...added])
            })
          }}
        />
      </label>
    </div>
  )
}
