import { Button, Progress } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { percentOf } from '../chart-cards/percent.ts'
import classes from './import.module.css'
import type { ImportWork } from './use-import.ts'

/** Field where a file is dropped or chosen. */
export function ChooseFile({ work: { choose, doing, share, failure } }: { work: ImportWork }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? []
    if (file && !doing) void choose(file)
  }
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way more; the button does the same
    <section
      className={`bm-card ${classes.drop}`}
      data-over={over || undefined}
      onDragOver={event => drag(event, true)}
      onDragLeave={event => drag(event, false)}
      onDrop={event => {
        drag(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <IconFileImport size={40} stroke={1.5} aria-hidden="true" />
      <h2>{t('drop_title')}</h2>
      <p>{t('drop_text')}</p>
      <input
        ref={input}
        type="file"
        className="bm-hidden"
        aria-label={t('choose')}
        tabIndex={-1}
        accept=".csv,.txt,.tsv,.gz,text/csv,text/plain,text/tab-separated-values"
        onChange={event => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <Button size="md" loading={doing === 'uploading'} onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
      {doing === 'uploading' && (
        <div className={classes.progress} role="status">
          <Progress value={share * 100} aria-label={t('sending')} />
          <span className="bm-small">
            {share < 1 ? t('sent', { share: format.number(percentOf(share)) }) : t('looking')}
          </span>
        </div>
      )}
      {failure && <Note status="act_now">{failure}</Note>}
      <p className="bm-small bm-muted">{t('drop_help')}</p>
    </section>
  )
}
