import 'react'

declare module 'react' {
  /** Custom properties of CSS may be set by `style` like any other. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
