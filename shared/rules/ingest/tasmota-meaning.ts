/** Fields of a sensor whose unit the message names at its end, and what that field is called there. */
const NAMED_IN = { Temperature: 'TempUnit', Pressure: 'PressureUnit' } as const
/** Units that Tasmota writes, beside those that such values are kept in. Source: Tasmota, SetOption8 and SetOption24. */
const UNITS: Record<string, string> = { F: '°F', mmHg: 'mmHg', inHg: 'inHg' }
/** Temperature of the chip itself, which an ESP32 reports beside its sensors. */
const CHIP = 'ESP32'
/** Fields that only a message of Tasmota has at its top. */
const MARKS = Object.values(NAMED_IN)
/** Sensors stand one deep, those of a Bluetooth gateway two. */
const DEEPEST = 4

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unitOf = (message: Record<string, unknown>, field: string): string | undefined =>
  field === 'Temperature' || field === 'Pressure' ? UNITS[String(message[NAMED_IN[field]])] : undefined

/**
 * Message of Tasmota as its values are meant: each temperature and pressure beside its unit, where the message says that it is another
 * than ours (`{"BME280": {"Temperature": 77}, "TempUnit": "F"}` would be taken for 77 °C), and without the temperature of the chip.
 * Any other message as it is.
 */
export const asTasmotaMeans = (sent: unknown): unknown => {
  if (!isObject(sent)) return sent
  const { [CHIP]: _, ...message } = sent
  if (!Object.keys(NAMED_IN).some(field => unitOf(message, field))) return message
  const told = (value: unknown, depth: number): unknown =>
    isObject(value) && depth < DEEPEST
      ? Object.fromEntries(
          Object.entries(value).map(([field, one]) => {
            const unit = unitOf(message, field)
            return [field, unit && typeof one === 'number' ? { value: one, unit } : told(one, depth + 1)]
          }),
        )
      : value
  return told(message, 0)
}

/**
 * Message for a row of a mapping: of Tasmota, without the temperature of its chip unless the path names it, and with the units that the
 * message says unless the row converts: such a row was made for what the message says anyway. Any other message as it is.
 */
export const forRow = (
  sent: unknown,
): ((row: { path: string; unit: string | null; scale: number; offset: number }) => unknown) => {
  if (!isObject(sent) || !MARKS.some(mark => mark in sent)) return () => sent
  const { [CHIP]: _, ...withoutChip } = sent
  const meant = asTasmotaMeans(sent)
  return ({ path, unit, scale, offset }) => {
    if (path.trim().startsWith(CHIP)) return sent
    return unit !== null || scale !== 1 || offset !== 0 ? withoutChip : meant
  }
}
