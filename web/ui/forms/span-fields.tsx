import { DateTimeField } from './date-field.tsx'

type Input = Omit<Parameters<typeof DateTimeField>[0], 'zone' | 'label' | 'optional'>

interface Props {
  labels: { start: string; end: string }
  /** Time zone whose clocks the fields show. */
  zone: string
  start: Input
  end: Input
}

/** Fields for the start and, if there is one, the end: two moments on the clocks of a place. */
export function SpanFields({ labels, zone, start, end }: Props) {
  return (
    <>
      <DateTimeField zone={zone} label={labels.start} description={zone} {...start} />
      <DateTimeField zone={zone} label={labels.end} optional {...end} />
    </>
  )
}
