import { type ImportColumn, type ImportPreview, importEndpoints } from '#shared/contract/measurements/imports.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** Uploads a file as a browser does, and answers what came back. */
export const upload = async (
  test: TestApp,
  user: TestUser,
  deviceId: number,
  content: string | Uint8Array,
  name = 'house.csv',
) => {
  const body = new FormData()
  body.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  const request = new Request('http://barnometer.test', { method: 'POST', body })
  return test.inject({
    method: 'POST',
    url: `/api/imports?device_id=${deviceId}`,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

/** A file looked at; `columns` are set by name of the column, the others are left out. */
export const aPreview = async (
  test: TestApp,
  user: TestUser,
  deviceId: number,
  content: string | Uint8Array,
  changes: Partial<Omit<ImportPreview['plan'], 'columns'>> & { columns?: Record<number, ImportColumn> } = {},
): Promise<ImportPreview> => {
  const answer = await upload(test, user, deviceId, content)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const preview: ImportPreview = answer.json()
  const { columns, ...rest } = changes
  const plan = {
    ...preview.plan,
    ...rest,
    columns: columns
      ? preview.plan.columns.map((_, at): ImportColumn => columns[at] ?? { role: 'skip' })
      : preview.plan.columns,
  }
  const { id } = preview.import
  return test.call(importEndpoints.previewImport, { params: { id }, body: { plan } }, user.token)
}
