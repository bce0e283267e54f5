// A player's own export named the moderator who suspended them, with id, name and address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { removeTexture, setTexture } from '../../src/domain/game/set-textures.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'

onEveryDatabase('privacy of moderators', (start) => {
  test('an export shows what a moderator did, but not who or where they are', async () => {
    const service = await start()
    const { context } = service
    const [player, moderator] = [await service.account(), await service.account({ username: 'Moderata' })]
    const { id } = player
    const own = accountActor(player, '192.0.2.1')
    const by = accountActor(moderator, '198.51.100.7')
    await setTexture(context, own, id, 'skin', makePng(64, 64, noise(1)))
    await removeTexture(context, by, id, 'skin')
    const until = service.now() + 1000
    await suspendAccount(context, by, await service.stored(player), { reason: 'x', until })
    service.advance(1000)
    const { id: tokenId, send } = await adminClient(service)
    assert.equal((await send('PATCH', `/accounts/${id}`, { language: 'ru' })).status, 200)
    const browser = browserOf(service)
    await browser.signIn(player)
    const { text } = await browser.send(await browser.get('/account/export'), '/account/export')
    for (const secret of [moderator.id, moderator.username, '198.51.100.7', tokenId, operator.name ?? '']) {
      assert.ok(!text.includes(secret), secret)
    }
    const { audit } = JSON.parse(text)
    const of = (wanted: string) => audit.find(({ event }: { event: string }) => event === wanted)
    for (const event of [
      'account.suspended',
      'texture.removed',
      'account.language_changed',
      'account.created',
    ]) {
      assert.deepEqual([of(event)?.actor, of(event)?.address], [{ kind: 'moderator' }, null], event)
    }
    const { actor, address } = of('texture.set')
    assert.deepEqual([actor, address], [{ kind: 'account', id, name: player.username }, '192.0.2.1'])
  })
})
