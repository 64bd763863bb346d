/** Programs and firmware for which there is an example, the one that needs nothing first. */
export const EXAMPLES = ['curl', 'telegraf', 'esphome', 'home_assistant', 'tasmota', 'node_red', 'arduino'] as const
export type ExampleName = (typeof EXAMPLES)[number]

/** Names of the programs, which are the same in all languages. */
export const EXAMPLE_LABELS: Record<ExampleName, string> = {
  curl: 'curl',
  telegraf: 'Telegraf',
  esphome: 'ESPHome',
  home_assistant: 'Home Assistant',
  tasmota: 'Tasmota',
  node_red: 'Node-RED',
  arduino: 'Arduino (ESP32)',
}

const WRITERS: Record<ExampleName, (key: string, origin: string) => string[]> = {
  curl: (key, origin) => [
    `curl -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"t": 21.4}' \\`,
    `  ${origin}/api/measurements`,
  ],
  telegraf: (key, origin) => [
    '[[outputs.influxdb_v2]]',
    `  urls = ["${origin}"]`,
    `  token = "${key}"`,
    '  organization = "any"',
    '  bucket = "any"',
    '  fieldinclude = ["t", "h"]',
    '',
    '[[processors.rename]]',
    '  [[processors.rename.replace]]',
    '    field = "temperature"',
    '    dest = "t"',
  ],
  esphome: (key, origin) => [
    'http_request:',
    '',
    'interval:',
    '  - interval: 5min',
    '    then:',
    '      - http_request.post:',
    `          url: ${origin}/api/measurements`,
    '          request_headers:',
    `            Authorization: Bearer ${key}`,
    '            Content-Type: application/json',
    '          json: !lambda |-',
    '            root["t"] = id(temperature).state;',
  ],
  home_assistant: (key, origin) => [
    'rest_command:',
    '  barnometer:',
    `    url: ${origin}/api/measurements`,
    '    method: post',
    '    content_type: application/json',
    '    headers:',
    `      authorization: Bearer ${key}`,
    `    payload: '{"t": "{{ states("sensor.barn_temperature") }}"}'`,
    '',
    'automation barnometer:',
    '  - triggers:',
    '      - trigger: time_pattern',
    '        minutes: "/5"',
    '    actions:',
    '      - action: rest_command.barnometer',
  ],
  // The console takes one line.
  tasmota: (key, origin) => [
    [
      `Backlog Rule1 ON Tele-SHT3X#Temperature DO WebQuery ${origin}/api/measurements POST`,
      `[Content-Type: application/json|Authorization: Bearer ${key}] {"t": %value%} ENDON; Rule1 1`,
    ].join(' '),
  ],
  node_red: (key, origin) => [
    'msg.method = "POST";',
    `msg.url = "${origin}/api/measurements";`,
    `msg.headers = { authorization: "Bearer ${key}" };`,
    'msg.payload = { t: msg.payload };',
    'return msg;',
  ],
  arduino: (key, origin) => [
    '#include <HTTPClient.h>',
    '',
    'bool send(float t) {',
    '  HTTPClient http;',
    `  http.begin("${origin}/api/measurements");`,
    '  http.addHeader("Authorization",',
    `    "Bearer ${key}");`,
    '  http.addHeader("Content-Type", "application/json");',
    '  char body[40];',
    '  snprintf(body, sizeof body, "{\\"t\\": %.2f}", t);',
    '  int status = http.POST(body);',
    '  http.end();',
    '  return status == 201;',
    '}',
  ],
}

/** Text with which a program or firmware sends with a key, ready to be pasted. */
export const exampleOf = (name: ExampleName, key: string, origin: string): string =>
  WRITERS[name](key, origin).join('\n')
