import { useDisclosure } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { AreaNote } from '#shared/contract/diary/area-notes.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import type { Subject } from '../page/subject.ts'
import { useNoteArea } from './area-notes.ts'

const NoteDialog = lazyPart(() => import('./note-dialog.tsx'))

/** Task of the dialog: to write a note at a time (epoch ms), or to change one. */
export type NoteTask = { at: number; areaAt: (time: number) => number | null } | { note: AreaNote }

interface NoteWriting {
  /** Opens the form of a new note at a time (epoch ms); null where none may be written then. */
  writeAt: (time: number) => (() => void) | null
  change: (note: AreaNote) => void
}

const NoteContext = createContext<NoteWriting | null>(null)

/** Writing of notes; null where there are no charts of an area. */
export const useNoteWriting = () => useContext(NoteContext)

/** Lets the charts below write notes of the area in which the device hung at a time. */
export function NoteWriter({ subject, children }: { subject: Subject; children: ReactNode }) {
  const areaAt = useNoteArea(subject)
  const [task, setTask] = useState<NoteTask | null>(null)
  const [opened, { open, close }] = useDisclosure()
  const begin = (next: NoteTask) => {
    setTask(next)
    open()
  }
  const writing: NoteWriting = {
    writeAt: at => (areaAt(at) === null ? null : () => begin({ at, areaAt })),
    change: note => begin({ note }),
  }
  return (
    <NoteContext value={writing}>
      {children}
      <LazyOverlay when={opened} onFailed={close}>
        {isOpen => isOpen && task && <NoteDialog task={task} zone={subject.time_zone} onClose={close} />}
      </LazyOverlay>
    </NoteContext>
  )
}
