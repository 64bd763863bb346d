/** A date in any of the formats that people choose, with its time or without. */
const MOMENT =
  /((?:\d{4}-\d{2}-\d{2}|\d{2}[-/.]\d{2}[-/.]\d{4})(?:[ \u00A0]\d{1,2}:\d{2}(?:\u00A0[ap](?:m|\.\u00A0m\.))?)?)/

/** A text in which no date is broken between two lines: browsers break one at its hyphens. */
export function WithDates({ text }: { text: string }) {
  return text.split(MOMENT).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="bm-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
