import classes from './help.module.css'
import type { ManualBlock, ManualContent } from './manual-file.ts'

function PartOf({ part }: { part: ManualBlock }) {
  if (typeof part === 'string') return <p>{part}</p>
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
  return 'steps' in part ? <ol>{items}</ol> : <ul>{items}</ul>
}

/** Text only: what stands in a manual is never taken for markup. */
export function ManualText({ manual }: { manual: ManualContent }) {
  return (
    <>
      <p className={classes.lead}>{manual.lead}</p>
      {manual.sections.map(({ title, parts }) => (
        <section key={title}>
          <h2>{title}</h2>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text of a manual does not move
            <PartOf key={index} part={part} />
          ))}
        </section>
      ))}
    </>
  )
}
