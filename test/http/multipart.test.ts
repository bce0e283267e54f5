// Where a part ends (RFC 2046, section 5.1.1): at a line with only the boundary, not at every occurrence of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunk, makePng, noise } from '../png.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'

const disposition = 'Content-Disposition: form-data;'

/** An image that contains this text. */
const pictureOf = (text: string): Buffer =>
  makePng(64, 64, noise(1), [chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))])

async function upload(service: RunningService, body: Buffer, boundary: string) {
  const account = await service.account()
  const accessToken = await service.signIn(account)
  const { status } = await service.request(`/authlib-injector/api/user/profile/${account.id}/skin`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: new Uint8Array(body),
  })
  const profile = await service.get(`/session/profile/${account.id}`)
  const payload = JSON.parse(Buffer.from(profile.json.properties[0].value, 'base64').toString())
  return { status, isWorn: payload.textures.SKIN !== undefined }
}

const formOf = (picture: Buffer, { boundary = 'B', padding = '', end = '\r\n' } = {}): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}${padding}\r\n${disposition} name="model"\r\n\r\nslim\r\n`),
    Buffer.from(`--${boundary}${padding}\r\n${disposition} name="file"; filename="a.png"\r\n`),
    Buffer.from('Content-Type: image/png\r\n\r\n'),
    picture,
    Buffer.from(`\r\n--${boundary}--${end}`),
  ])

onEveryDatabase('multipart forms', (_start, shared) => {
  test('a boundary that occurs in the image does not end the part', async () => {
    const service = await shared()
    for (const text of ['B', '--B', '--B\r\n', '--B--', 'x\r\n--Bx', '\r\n--B-', '\r\n--Boundary\r\n']) {
      const answer = await upload(service, formOf(pictureOf(text)), 'B')
      assert.deepEqual([text, answer.status, answer.isWorn], [text, 204, true])
    }
  })

  test('white space after a delimiter is ignored, and nothing has to follow the last one', async () => {
    const service = await shared()
    for (const how of [{ padding: ' ' }, { padding: '\t  ' }, { end: '' }, { end: '\r\nan epilogue' }]) {
      const { status } = await upload(service, formOf(pictureOf('x'), how), 'B')
      assert.equal(status, 204, JSON.stringify(how))
    }
  })

  test('a form that is truncated, begins elsewhere or has a thousand boundaries is refused', async () => {
    const service = await shared()
    const good = formOf(pictureOf('x'))
    for (const body of [
      good.subarray(0, -8),
      Buffer.concat([Buffer.from('a preamble\r\n'), good]),
      formOf(pictureOf('--B'.repeat(1100))),
      Buffer.from('--B--\r\n'),
    ]) {
      const { status, isWorn } = await upload(service, body, 'B')
      assert.ok(status >= 400 && status < 500, String(status))
      assert.equal(isWorn, false)
    }
  })
})
