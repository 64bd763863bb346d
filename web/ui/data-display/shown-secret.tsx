import { StatusShape } from '../status/status-shape.tsx'
import { CopyButton } from './copy-button.tsx'
import { SecretExample } from './secret-example.tsx'
import classes from './shown-secret.module.css'

interface Props {
  /** Name by which tests find it. */
  name?: string
  secret: string
  /** Sentence that says that it is shown this once. */
  once: string
  /** A call with the secret, ready to be pasted. */
  example?: (secret: string) => string
  copyExample?: string
}

/** A secret that was just made, to be copied now. */
export function ShownSecret({ name = 'key', secret, once, example, copyExample = '' }: Props) {
  return (
    <>
      <div className={classes.secret}>
        <code data-testid={name}>{secret}</code>
        <CopyButton text={secret} />
      </div>
      <p className={classes.once}>
        <StatusShape status="attention" size={18} />
        {once}
      </p>
      {example && <SecretExample secret={secret} write={example} copy={copyExample} />}
    </>
  )
}
