import type { ReactNode } from 'react'
import { stepsBefore } from '#shared/rules/formats/steps-before.ts'
import type { AnyExample } from '#shared/rules/ingest/examples.ts'
import classes from './help.module.css'
import type { ManualBlock, ManualContent } from './manual-file.ts'

interface Props {
  manual: ManualContent
  /** Part that stands between the lead and the first section. */
  head: ReactNode
  /** An example, filled in for whoever reads. */
  example: (name: AnyExample) => ReactNode
}

function PartOf({ part, before, example }: Pick<Props, 'example'> & { part: ManualBlock; before: number }) {
  if (typeof part === 'string') return <p>{part}</p>
  if ('example' in part) return example(part.example)
  if ('code' in part) return <pre className={classes.code}>{part.code}</pre>
  if ('file' in part)
    return (
      <p>
        <a className="bm-link" href={part.file} download>
          {part.name}
        </a>
      </p>
    )
  const lines = 'steps' in part ? part.steps : part.list
  const items = lines.map(line => <li key={line}>{line}</li>)
  return 'steps' in part ? <ol start={before + 1}>{items}</ol> : <ul>{items}</ul>
}

/** Text only: what stands in a manual is never taken for markup. */
export function ManualText({ manual, head, example }: Props) {
  return (
    <>
      <p className={classes.lead}>{manual.lead}</p>
      {head}
      {manual.sections.map(({ title, parts }) => (
        <section key={title}>
          <h2>{title}</h2>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text of a manual does not move
            <PartOf key={index} part={part} before={stepsBefore(parts, index)} example={example} />
          ))}
        </section>
      ))}
    </>
  )
}
