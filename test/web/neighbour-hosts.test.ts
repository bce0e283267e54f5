// Neighbours that have no metadata, and hosts of skins that have moved.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { findNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { neighbourKeys } from '../neighbours/keys.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'

const path = '/admin/neighbours'
const pem = neighbourKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const own = {
  id: 'guild',
  kind: 'urls',
  root: '',
  hasJoined: 'https://guild.example/join',
  profile: 'https://guild.example/profile/',
  namesUrl: 'https://guild.example/names',
}

onEveryDatabase('hosts and keys of neighbours on pages', (start) => {
  test('a neighbour with addresses of its own gets its hosts and its key, and new hosts later', async () => {
    const service = await start()
    const boss = await service.account()
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    const browser = browserOf(service)
    await browser.signIn(boss)
    const list = await browser.get(path)
    for (const [wrong, alert] of [
      [{ textureHosts: 'https://skins.guild.example' }, /Enter host names such as/],
      [{ textureHosts: 'Skins.guild.example' }, /Enter host names such as/],
      [{ texturesKey: 'MIIB' }, /Enter a public RSA key/],
    ] as const) {
      const again = await browser.send(list, path, { ...own, ...wrong })
      assert.deepEqual([again.status, alert.test(again.alert ?? '')], [422, true], again.alert)
      for (const typed of Object.values(wrong))
        assert.ok(again.text.includes(typed), 'what was typed is kept')
    }
    const hosts = 'skins.guild.example\r\ncapes.guild.example'
    const added = await browser.send(list, path, { ...own, textureHosts: hosts, texturesKey: pem })
    assert.equal(added.path, `${path}/guild`)
    const hostsNow = async () => (await findNeighbour(service.context, 'guild')).textureHosts
    assert.deepEqual(await hostsNow(), ['skins.guild.example', 'capes.guild.example'])
    const keys = await service.context.db.query.selectFrom('neighbour_key').select('use').execute()
    assert.deepEqual(keys, [{ use: 'textures' }])

    const settings = { who: 'known', textures: 'mirror', trust: '50', names: '[a-z]+', limit: '60' }
    const refused = await browser.send(added, `${path}/guild`, {
      ...settings,
      textureHosts: '*.guild.example',
    })
    assert.deepEqual([refused.status, /Enter host names/.test(refused.alert ?? '')], [422, true])
    assert.equal((await hostsNow()).length, 2, 'nothing has changed')
    await browser.send(added, `${path}/guild`, { ...settings, textureHosts: 'new.guild.example' })
    assert.deepEqual(await hostsNow(), ['new.guild.example'])
    await browser.send(added, `${path}/guild`, { ...settings, textureHosts: '' })
    assert.deepEqual(await hostsNow(), [])
  })
})
