import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Research } from '#shared/contract/places/research.ts'
import type { ResearchNote } from '#shared/contract/places/research-notes.ts'
import { useRead } from '../../kit/api/query.ts'
import { ConfirmDelete } from '../../ui/overlays/confirm-delete.tsx'
import { useDates } from '../projects/project-words.ts'
import classes from '../projects/projects.module.css'
import { NOTE_READS, researchNotesRead } from '../queries.ts'
import { NoteDialog } from './note-dialog.tsx'

interface Task {
  does: 'edit' | 'delete'
  /** The note to change; none for a new one. */
  note: ResearchNote | null
}

/** Notes of a project, oldest first: what was done when, for whoever reads the data. */
export function NotesCard({ project }: { project: Research }) {
  const { t } = useTranslation('projects')
  const notes = useRead(researchNotesRead(project.id))
  const [task, setTask] = useState<Task | null>(null)
  const manages = project.may.includes('edit')
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="research-notes">
      <header className={classes.line}>
        <h2 id="research-notes">{t('notes.title')}</h2>
        {manages && (
          <Button size="compact-md" variant="subtle" onClick={() => setTask({ does: 'edit', note: null })}>
            {t('notes.new')}
          </Button>
        )}
      </header>
      <p className="bm-small bm-muted">{t('notes.text')}</p>
      {notes.length === 0 && <p className="bm-muted">{t('notes.none')}</p>}
      <ol className={classes.entries}>
        {notes.map(note => (
          <NoteLine key={note.id} note={note} onTask={does => setTask({ does, note })} />
        ))}
      </ol>
      {task?.does === 'edit' && <NoteDialog project={project} note={task.note} onClose={() => setTask(null)} />}
      {task?.does === 'delete' && task.note && <DeleteNote note={task.note} onClose={() => setTask(null)} />}
    </section>
  )
}

function NoteLine({ note, onTask }: { note: ResearchNote; onTask: (does: Task['does']) => void }) {
  const { t } = useTranslation('projects')
  const dates = useDates()
  const { kind, title, text, start, end, written_by, may } = note
  const kindName = t(`notes.kinds.${kind}`)
  return (
    <li className={classes.entry}>
      <IconNotes size={21} stroke={1.9} aria-hidden="true" />
      <b>{title}</b>
      <span>
        {may.includes('edit') && (
          <>
            <Button size="compact-sm" variant="subtle" onClick={() => onTask('edit')}>
              {t('notes.change')}
              <span className="bm-hidden"> {title}</span>
            </Button>
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => onTask('delete')}>
              {t('notes.delete')}
              <span className="bm-hidden"> {title}</span>
            </Button>
          </>
        )}
      </span>
      <span className={`bm-small ${classes.under}`}>
        {end === null ? dates.time(start) : t('notes.span', { from: dates.time(start), until: dates.time(end) })}
      </span>
      {text && <span className={`${classes.under} ${classes.lines}`}>{text}</span>}
      <span className={`bm-small bm-muted ${classes.under}`}>
        {written_by ? t('notes.by', { kind: kindName, name: written_by }) : kindName}
      </span>
    </li>
  )
}

function DeleteNote({ note, onClose }: { note: ResearchNote; onClose: () => void }) {
  const { t } = useTranslation('projects')
  return (
    <ConfirmDelete
      endpoint={api.deleteResearchNote}
      id={note.id}
      refresh={NOTE_READS}
      title={t('notes.deleting', { title: note.title })}
      action={t('notes.delete')}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('notes.deleting_text')}</p>
    </ConfirmDelete>
  )
}
