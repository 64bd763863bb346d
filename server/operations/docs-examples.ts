import { API_BASE, urlOf } from '#shared/contract/call.ts'
import { type Endpoint, scopeOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'

/** Device of the examples, to be replaced by one's own. */
export const EXAMPLE_DEVICE = 7

const MANUAL = { device_id: EXAMPLE_DEVICE, measurement: 'nh3', time: '2026-11-23T09:30:00Z', value: 8.1 }

/** Calls of the examples, as the contract names them. */
const CALLS = {
  last: { endpoint: api.getLast, query: { device_id: EXAMPLE_DEVICE } },
  week: { endpoint: api.getSeries, query: { device_id: EXAMPLE_DEVICE, interval: 'week', measurements: 't,h' } },
  manual: { endpoint: api.createManual, query: {} },
} as const satisfies Record<string, { endpoint: Endpoint; query: object }>
type Name = keyof typeof CALLS

export const EXAMPLE_LANGUAGES = ['curl', 'python', 'r'] as const

/** Path below the base of the calls. */
const pathOf = (name: Name): string => urlOf(CALLS[name].endpoint, { query: CALLS[name].query }).slice(API_BASE.length)

/** Python's own library alone reads and writes; pandas only makes the table. */
const python = (base: string, imports: readonly string[], lines: readonly string[]): string =>
  [
    'import json, os, urllib.request',
    ...imports,
    '',
    `BASE = "${base}"`,
    '',
    'def call(path, body=None):',
    '    request = urllib.request.Request(',
    '        BASE + path,',
    '        data=None if body is None else json.dumps(body).encode(),',
    '        headers={"Authorization": "Bearer " + os.environ["BARNOMETER_TOKEN"],',
    '                 "Content-Type": "application/json"},',
    '    )',
    '    with urllib.request.urlopen(request) as answer:',
    '        return json.load(answer)',
    '',
    ...lines,
  ].join('\n')

const r = (base: string, lines: readonly string[]): string =>
  [
    'library(httr2)',
    '',
    `base <- "${base}"`,
    'call <- function(path) {',
    '  request(paste0(base, path)) |>',
    '    req_auth_bearer_token(Sys.getenv("BARNOMETER_TOKEN"))',
    '}',
    '',
    ...lines,
  ].join('\n')

/** Examples a researcher can paste; `origin` is where the product is reached. */
export const examplesOf = (origin: string) => {
  const base = `${origin}${API_BASE}`
  const header = '-H "Authorization: Bearer $BARNOMETER_TOKEN"'
  const body = JSON.stringify(MANUAL)
  const texts = {
    last: {
      curl: `curl ${header} \\\n  "${base}${pathOf('last')}"`,
      python: python(
        base,
        [],
        [
          `last = call("${pathOf('last')}")`,
          'for name, one in last.items():',
          '    print(name, one["value"], one["unit"], one["time"], one["grade"])',
        ],
      ),
      r: r(base, [
        `last <- call("${pathOf('last')}") |> req_perform() |> resp_body_json()`,
        'for (name in names(last)) {',
        '  one <- last[[name]]',
        '  cat(name, one$value, one$unit, one$time, "\\n")',
        '}',
      ]),
    },
    week: {
      curl: `curl ${header} \\\n  "${base}${pathOf('week')}"`,
      python: python(
        base,
        ['import pandas'],
        [
          `week = call("${pathOf('week')}")`,
          'frame = pandas.DataFrame(',
          '    {name: one["mean"] for name, one in week["series"].items()},',
          '    index=pandas.to_datetime(week["time"], unit="ms", utc=True).tz_convert(week["time_zone"]),',
          ')',
          'print(frame.describe())',
        ],
      ),
      r: r(base, [
        `week <- call("${pathOf('week')}") |> req_perform() |> resp_body_json(simplifyVector = TRUE)`,
        'frame <- data.frame(',
        '  time = as.POSIXct(week$time / 1000, origin = "1970-01-01", tz = week$time_zone),',
        '  lapply(week$series, function(one) one$mean)',
        ')',
        'summary(frame)',
      ]),
    },
    manual: {
      curl: `curl ${header} \\\n  -H "Content-Type: application/json" \\\n  -d '${body}' \\\n  "${base}${pathOf('manual')}"`,
      python: python(
        base,
        [],
        [`stored = call("${pathOf('manual')}", ${body})`, 'print(stored["id"], stored["value"], stored["unit"])'],
      ),
      r: r(base, [
        `stored <- call("${pathOf('manual')}") |>`,
        `  req_body_json(list(device_id = ${MANUAL.device_id}, measurement = "${MANUAL.measurement}",`,
        `                     time = "${MANUAL.time}", value = ${MANUAL.value})) |>`,
        '  req_perform() |> resp_body_json()',
        'cat(stored$id, stored$value, stored$unit, "\\n")',
      ]),
    },
  } as const satisfies Record<Name, Record<(typeof EXAMPLE_LANGUAGES)[number], string>>
  return (['last', 'week', 'manual'] as const).map(name => ({
    name,
    scope: scopeOf(CALLS[name].endpoint),
    ...texts[name],
  }))
}
