import { lazy, useId } from 'react'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import classes from './rich-text.module.css'

export interface RichTextProps {
  label: string
  help?: string
  /** Text at first: plain, or rich as HTML. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

const Editor = lazy(() => import('./rich-text-editor.tsx'))

/** A plain field, where the editor does not come: what is typed then is plain text. */
function PlainField({ id, value, onChange }: RichTextProps & { id: string }) {
  return (
    <textarea
      className={classes.instead}
      aria-labelledby={id}
      defaultValue={value}
      rows={5}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** Text with paragraphs, lists, emphasis and links. The editor is fetched once it is shown. */
export function RichTextField(props: RichTextProps) {
  const id = useId()
  const { label, help, error } = props
  return (
    <div>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <LazyBoundary
        waiting={<div className={classes.waiting} aria-hidden="true" />}
        instead={<PlainField {...props} id={id} />}
      >
        <Editor {...props} id={id} />
      </LazyBoundary>
      <p id={`${id}-help`} className={error ? classes.error : classes.help}>
        {error ?? help}
      </p>
    </div>
  )
}
