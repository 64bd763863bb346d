import { Button, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconCircleDashed,
  IconSquare,
  IconTypography,
  IconWriting,
} from '@tabler/icons-react'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Photo, PhotoMark } from '#shared/contract/measurements/photos.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
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
  onSave: (annotation: PhotoMark[]) => void
  onLeave: () => void
}

/** Draws arrows, rings, boxes, lines and words on a picture; they are kept beside it. */
export function DrawOn({ picture, size, annotation, busy = false, failure, onSave, onLeave }: DrawOnProps) {
  const { t } = useTranslation('photos')
  const [marks, setMarks] = useState<PhotoMark[]>(annotation)
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
          <Button loading={busy} onClick={() => onSave(marks)}>
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
  const update = useUpdatePhoto()
  return (
    <DrawOn
      picture={photo.web}
      size={photo}
      annotation={photo.annotation}
      busy={update.isPending}
      failure={update.error && (update.error.message || t('not_saved'))}
      onSave={annotation => update.mutate({ params: { id: photo.id }, body: { annotation } }, { onSuccess: onDone })}
      onLeave={onDone}
    />
  )
}
