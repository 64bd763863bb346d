import { Button, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconCircleDashed,
  IconSquare,
  IconTypography,
  IconWriting,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Photo, PhotoMark } from '#shared/contract/measurements/photos.ts'
import { refresh } from '../../../kit/api/query.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx'
import classes from '../photos.module.css'
import { useUpdatePhoto } from '../queries.ts'
import { markOf, type Point, pointIn, TOOLS, type Tool } from './drawn.ts'
import { Marks, shapeOf } from './marks.tsx'

const ICONS = {
  arrow: IconArrowUpRight,
  ring: IconCircleDashed,
  box: IconSquare,
  line: IconWriting,
  text: IconTypography,
} as const
const MAX_MARKS = 50
const MIDDLE: Point = [0.4, 0.5]

interface DrawOnProps {
  /** Address of the picture. */
  picture: string
  size: Pick<Photo, 'width' | 'height'>
  annotation: PhotoMark[]
  busy?: boolean
  failure?: string | null
  /** Is told whether there is something to lose. */
  onChanged?: (isChanged: boolean) => void
  /** Gets what is drawn now, and what was there before. */
  onSave: (annotation: PhotoMark[], before: PhotoMark[]) => void
  onLeave: () => void
}

const isSame = (one: readonly PhotoMark[], other: readonly PhotoMark[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Draws arrows, rings, boxes, lines and words on a picture; they are kept beside it. */
export function DrawOn({ picture, size, annotation, busy = false, failure, onChanged, onSave, onLeave }: DrawOnProps) {
  const { t } = useTranslation('photos')
  const [before, setBefore] = useState<PhotoMark[]>(annotation)
  const [marks, setMarks] = useState<PhotoMark[]>(annotation)
  // Marks that somebody else drew meanwhile are there, too, below the own ones.
  if (!isSame(annotation, before)) {
    setBefore(annotation)
    setMarks([...annotation, ...marks.filter(mark => !before.includes(mark))])
  }
  const isChanged = !isSame(marks, before)
  useEffect(() => onChanged?.(isChanged), [isChanged, onChanged])
  const [tool, setTool] = useState<Tool>('arrow')
  const [text, setText] = useState('')
  const [stroke, setStroke] = useState<Point[]>([])
  const full = marks.length >= MAX_MARKS
  const add = (mark: PhotoMark | null) => mark && !full && setMarks([...marks, mark])
  const addText = (at: Point) => {
    if (text.trim() === '') return
    add({ type: 'text', at, text: text.trim() })
    setText('')
  }
  const pointOf = (event: PointerEvent<SVGSVGElement>): Point =>
    pointIn(event.currentTarget.getBoundingClientRect(), event.clientX, event.clientY)
  const begun = tool === 'text' ? null : markOf(tool, stroke)
  return (
    <>
      <div className={classes.stage}>
        <div className={classes.frame} style={shapeOf(size)}>
          <img src={picture} alt="" draggable={false} />
          <svg
            className={classes.canvas}
            viewBox={`0 0 ${size.width} ${size.height}`}
            role="img"
            aria-label={t('draw.canvas')}
            onPointerDown={event => {
              if (tool === 'text') return addText(pointOf(event))
              event.currentTarget.setPointerCapture(event.pointerId)
              setStroke([pointOf(event)])
            }}
            onPointerMove={event => stroke.length > 0 && setStroke([...stroke, pointOf(event)])}
            onPointerUp={() => {
              add(begun)
              setStroke([])
            }}
            onPointerCancel={() => setStroke([])}
          >
            <Marks marks={begun ? [...marks, begun] : marks} size={size} />
          </svg>
        </div>
      </div>
      <aside className={classes.panel}>
        <h3>{t('draw.title')}</h3>
        <Segments
          aria-label={t('draw.tool')}
          value={tool}
          fullWidth
          onChange={setTool}
          data={TOOLS.map(value => {
            const Icon = ICONS[value]
            return {
              value,
              label: (
                <span className={classes.tool}>
                  <Icon size={20} stroke={1.9} aria-hidden="true" /> {t(`draw.${value}`)}
                </span>
              ),
            }
          })}
        />
        {tool === 'text' && (
          <TextInput
            label={t('draw.words')}
            description={t('draw.words_help')}
            value={text}
            maxLength={200}
            onChange={event => setText(event.currentTarget.value)}
            onKeyDown={event => event.key === 'Enter' && addText(MIDDLE)}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
          disabled={marks.length === 0}
          onClick={() => setMarks(marks.slice(0, -1))}
        >
          {t('draw.undo')}
        </Button>
        {full && <Note status="attention">{t('draw.full', { count: MAX_MARKS })}</Note>}
        {failure && <Note status="act_now">{failure}</Note>}
        <div className={classes.actions}>
          <Button variant="default" onClick={onLeave}>
            {t('draw.leave')}
          </Button>
          <Button loading={busy} onClick={() => onSave(marks, before)}>
            {t('draw.save')}
          </Button>
        </div>
      </aside>
    </>
  )
}

/** Draws on a photo the server has. */
export default function Draw({ photo, onDone }: { photo: Photo; onDone: () => void }) {
  const { t } = useTranslation('photos')
  const client = useQueryClient()
  const update = useUpdatePhoto()
  const [isChanged, setIsChanged] = useState(false)
  const isMeanwhile = update.error?.code === 'changed_meanwhile'
  const save = (annotation: PhotoMark[], annotation_before: PhotoMark[]) =>
    update.mutate(
      { params: { id: photo.id }, body: { annotation, annotation_before } },
      { onSuccess: onDone, onError: () => void refresh(client, [api.listPhotos]) },
    )
  return (
    <>
      <DrawOn
        picture={photo.web}
        size={photo}
        annotation={photo.annotation}
        busy={update.isPending}
        failure={update.error && (isMeanwhile ? t('draw.meanwhile') : update.error.message || t('not_saved'))}
        onChanged={setIsChanged}
        onSave={save}
        onLeave={onDone}
      />
      <LeaveGuard when={isChanged && !update.isPending} />
    </>
  )
}
