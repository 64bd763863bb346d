import { CopyButton } from './copy-button.tsx'
import classes from './secret-example.module.css'

interface Props {
  secret: string
  /** Text with a secret in it, ready to be pasted. */
  write: (secret: string) => string
  copy: string
}

/** Shorter is no secret, but what stands in its place. */
const SHORTEST = 16
const shortened = (secret: string): string =>
  secret.length < SHORTEST ? secret : `${secret.slice(0, 8)}…${secret.slice(-4)}`

/** An example of how a secret is used: shown with the secret shortened, copied whole. */
export function SecretExample({ secret, write, copy }: Props) {
  return (
    <div className={classes.example}>
      <pre>{write(shortened(secret))}</pre>
      <CopyButton variant="default" text={write(secret)} label={copy} />
    </div>
  )
}
