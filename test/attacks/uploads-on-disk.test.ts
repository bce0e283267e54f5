// One player fills the disk with skins.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePng, noise } from '../png.ts'
import { rawRequest } from '../raw.ts'
import { onEveryDatabase } from '../service.ts'

const uploads = 75
const root = '/authlib-injector'

// The clock of the service stands still, so no budget is regained, however slow the machine is.
onEveryDatabase('uploads on disk', (start) => {
  test("one player's uploads cannot fill the disk", async (t) => {
    const service = await start()
    const account = await service.account()
    const { id } = account
    const headers = { authorization: `Bearer ${await service.signIn(account)}` }
    const upload = (path: string, method: string, seed: number) => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(makePng(64, 64, noise(seed)))]), 'skin.png')
      return fetch(`${service.baseUrl}${path}`, { method, headers, body })
    }
    const put = (seed: number) => upload(`${root}/api/user/profile/${id}/skin`, 'PUT', seed)

    let next = 0
    const statuses: Record<number, number> = {}
    const removals = new Set<number>()
    const uploader = async () => {
      while (next < uploads) {
        const { status } = await put(next++)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (next % 10 === 0)
          removals.add(
            (await service.get(`${root}/api/user/profile/${id}/skin`, { method: 'DELETE', headers })).status,
          )
      }
    }
    await Promise.all(Array.from({ length: 4 }, uploader))
    const files = await service.context.db.query.selectFrom('texture').select('png').execute()
    t.diagnostic(`${JSON.stringify(statuses)}, ${files.length} files kept`)
    assert.deepEqual(statuses, { 204: 60, 429: uploads - 60 })
    assert.deepEqual(removals, new Set([204]))
    // Eight earlier skins can be selected again.
    assert.ok(files.length <= 10, `${files.length} files`)

    const refused = await put(1)
    assert.equal(refused.status, 429)
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, `Retry-After: ${wait}`)
    assert.equal(
      await refused.text(),
      `{"path":"${root}/api/user/profile/${id}/skin","error":"ForbiddenOperationException","errorMessage":"Too many textures were uploaded. Try again later."}`,
    )
    // An upload that will be refused need not be sent first: reading the form takes longer than everything that
    // follows.
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
})
