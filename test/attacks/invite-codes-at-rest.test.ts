// An invite can open a group, so its code is kept like the key of a game server: encrypted, and found by a digest.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeSecret } from '../../src/domain/operation/encryption.ts'
import { createInvite, listInvites, revokeInvite } from '../../src/domain/registration/invites.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const secret = 'Zk3v8zr1x7w5n2m9b4c6qjh0t8y5u1i2'
const settings = { NORN_REGISTRATION: 'invite', NORN_SECRET: secret }
const invited = { uses: 2, expiresAt: null }

const rowsOf = ({ context: { db } }: RunningService) => db.query.selectFrom('invite').selectAll().execute()

async function registers(service: RunningService, invite: string): Promise<boolean> {
  const browser = browserOf(service)
  const fields = {
    username: 'Sonya',
    email: 'sonya@example.test',
    password: 'a sentence to remember',
    invite,
  }
  const page = await browser.send(await browser.get(`/register?invite=${invite}`), '/register', fields)
  return page.path === '/register/sent'
}

onEveryDatabase('codes of invites', (start) => {
  test('with NORN_SECRET, a copy of the database has none, and they are shown and work as before', async () => {
    const service = await start(settings)
    const { context } = service
    const { code } = await createInvite(context, operator, invited)
    assert.ok(!JSON.stringify(await rowsOf(service)).includes(code))
    assert.deepEqual(
      (await listInvites(context)).map((invite) => invite.code),
      [code],
    )
    assert.ok(await registers(service, code))
    await removeSecret(context, operator, context.secrets)
    assert.deepEqual(
      (await rowsOf(service)).map((each) => each.code),
      [code],
    )
    await revokeInvite(context, operator, code)
    assert.deepEqual(await rowsOf(service), [])
  })
})
