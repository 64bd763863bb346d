import { type ComponentType, createElement, type FunctionComponent, lazy, type ReactNode } from 'react'

/** A script, style sheet or text of the product did not come: nobody answers, or there is a newer version without it. */
export class PartFailed extends Error {
  override name = 'PartFailed'
  /** Lets it be asked for again. */
  forget: () => void = () => undefined
}

export const orPartFailed = <Part>(loading: Promise<Part>): Promise<Part> =>
  loading.catch(cause => {
    throw new PartFailed(cause instanceof Error ? `Not loaded. ${cause.message}` : 'Not loaded.', { cause })
  })

/**
 * A component whose script is fetched when it is first drawn. React keeps a failure for ever: whoever catches it lets it be
 * forgotten, and what is drawn after that asks again.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: (props: Props) => ReactNode }>,
): FunctionComponent<Props> => {
  const attempt = () =>
    orPartFailed(load()).catch(failure => {
      if (failure instanceof PartFailed) failure.forget = () => begin()
      throw failure
    })
  let current: ComponentType<Props>
  const begin = () => {
    current = lazy(attempt) as unknown as ComponentType<Props>
  }
  begin()
  return props => createElement(current, props)
}
