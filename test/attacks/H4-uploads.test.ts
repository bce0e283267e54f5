// One player fills the disk with skins.
import assert from 'node:assert/strict'
import { makePng, noise } from '../png.ts'
import { rawRequest } from '../raw.ts'
import { attackStored, signIn } from './installed.ts'

const uploads = 75
const root = '/authlib-injector'

attackStored('H4: uploads of one player fill nothing', async ({ serve, steve, db }, t) => {
  const { id } = await steve()
  const service = await serve()
  const headers = { authorization: `Bearer ${await signIn(service)}` }
  const upload = (path: string, method: string, seed: number) => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(makePng(64, 64, noise(seed)))]), 'skin.png')
    return fetch(`${service.baseUrl}${path}`, { method, headers, body })
  }
  const put = (seed: number) => upload(`${root}/api/user/profile/${id}/skin`, 'PUT', seed)

  let next = 0
  const statuses: Record<number, number> = {}
  const uploader = async () => {
    while (next < uploads) {
      const { status } = await put(next++)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (next % 10 === 0)
        await fetch(`${service.baseUrl}${root}/api/user/profile/${id}/skin`, { method: 'DELETE', headers })
    }
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: 4 }, uploader))
  const seconds = (performance.now() - begin) / 1000
  const files = await (await db()).query.selectFrom('texture').select('png').execute()
  const bytes = files.reduce((sum, { png }) => sum + png.length, 0)
  t.diagnostic(
    `${uploads} uploads in ${seconds.toFixed(1)} s: ${JSON.stringify(statuses)}, ${files.length} files, ${bytes} bytes kept`,
  )
  // One more may have come back meanwhile.
  assert.ok((statuses[204] ?? 0) <= 61 && (statuses[429] ?? 0) >= uploads - 61, JSON.stringify(statuses))
  // Eight of before can be worn again.
  assert.ok(files.length <= 10, `${files.length} files`)

  const refused = await put(1)
  assert.equal(refused.status, 429)
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait >= 1 && wait <= 60, `Retry-After: ${wait}`)
  assert.equal(
    await refused.text(),
    `{"path":"${root}/api/user/profile/${id}/skin","error":"ForbiddenOperationException","errorMessage":"Too many textures were uploaded. Try again later."}`,
  )
  // What is refused anyway need not be sent first: reading a form takes longer than all the rest.
  const [type, length] = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100000']
  const line = `PUT ${root}/api/user/profile/${id}/skin HTTP/1.1`
  const unsent = await rawRequest(service.baseUrl, line, [
    `Authorization: ${headers.authorization}`,
    type,
    length,
  ])
  assert.equal(unsent.status, 429)
  const path = `${root}/minecraftservices/game/profile/skins`
  const services = await upload(path, 'POST', 1)
  assert.equal(services.status, 429)
  assert.deepEqual(await services.json(), {
    path,
    error: 'TooManyRequestsException',
    errorMessage: 'Too many textures were uploaded. Try again later.',
  })
})
