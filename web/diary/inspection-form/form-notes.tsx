import { Textarea } from '@mantine/core'
import { IconMicrophone, IconMicrophoneFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_NOTES } from '#shared/contract/fixed.ts'
import { useFormat } from '../../kit/language/format.ts'
import classes from './form.module.css'
import { useSpeech } from './form-speech.ts'

/** The count is of use only near the end. */
const NEAR = MAX_NOTES - 300

interface Props {
  notes: string
  onChange: (notes: string) => void
  children: ReactNode
}

export function Notes({ notes, onChange, children }: Props) {
  const { t } = useTranslation('inspect')
  const format = useFormat()
  const speech = useSpeech(words => onChange([notes.trimEnd(), words].filter(Boolean).join(' ').slice(0, MAX_NOTES)))
  return (
    <section className={classes.section} aria-labelledby="inspect-notes">
      <h2 id="inspect-notes">{t('notes')}</h2>
      <div className={classes.notes}>
        <Textarea
          className="bm-grow"
          size="md"
          autosize
          minRows={3}
          maxRows={14}
          maxLength={MAX_NOTES}
          aria-labelledby="inspect-notes"
          value={notes}
          onChange={event => onChange(event.currentTarget.value)}
        />
        {speech && (
          <button
            type="button"
            className={classes.microphone}
            aria-pressed={speech.listening}
            aria-label={t('dictate')}
            onClick={speech.toggle}
          >
            {speech.listening ? <IconMicrophoneFilled size={26} /> : <IconMicrophone size={26} stroke={1.9} />}
          </button>
        )}
      </div>
      {notes.length > NEAR && (
        <p className="bm-small bm-muted" role="status">
          {t('notes_left', { count: MAX_NOTES - notes.length, number: format.number(MAX_NOTES - notes.length) })}
        </p>
      )}
      {children}
    </section>
  )
}
