// Neighbours that answer as other account services do, from setting them up to a join.
import assert from 'node:assert/strict'
import { verify } from 'node:crypto'
import { test } from 'node:test'
import { addServer } from '../../src/domain/community/servers.ts'
import { testNeighbour } from '../../src/domain/neighbours/ask.ts'
import { neighbourKeys as keysOf, readDueKeys } from '../../src/domain/neighbours/keys.ts'
import { addNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { placeOf } from '../../src/domain/neighbours/place.ts'
import { vendorHosts } from '../../src/http/paths/vendor-words.ts'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { neighbourKeys } from '../neighbours/keys.ts'
import { type ServiceName, services, startService } from '../neighbours/services.ts'
import { onEveryDatabase, operator } from '../service.ts'

const vendorPath = '/session/minecraft/hasJoined'
const unsigned: ServiceName = 'unsigned, with hyphens'

onEveryDatabase('neighbours like other services', (start) => {
  for (const which of Object.keys(services) as ServiceName[]) {
    test(`${which}: added, tested, looked up, joined`, async (t) => {
      const service = await start({ NORN_NEIGHBOURS: 'on', NORN_LOOKUP_BANS: 'off' })
      const { context } = service
      const theirs = await startService(which, ['Guest', 'Second', 'Third'])
      t.after(() => theirs.close())
      const { address: root, kind } = theirs
      const place = await placeOf(
        context,
        { kind, root, private: true },
        { ...vendorHosts, textureHosts: [theirs.skinHost] },
      )
      assert.deepEqual(place.textureHosts, [theirs.skinHost])
      const neighbour = await addNeighbour(context, operator, {
        id: 'theirs',
        place,
        who: 'everyone',
        textures: 'pass',
      })
      const at = new URL((await addServer(context, operator, { name: 'lobby', neighbours: ['theirs'] })).root)
        .pathname
      const id = theirs.idOf('Guest')

      const tested = async (name: string) => (await testNeighbour(context.neighbours, neighbour, name)).answer
      assert.deepEqual(await tested('Guest'), { says: 'yes', id, name: 'Guest' })
      assert.deepEqual(await tested('Nobody'), { says: 'no' })

      // A whitelist, in one request.
      const strangers = Array.from({ length: 9 }, (_, number) => `Nobody_${number}`)
      const list = await service.post(`${at}/api/profiles/minecraft`, [
        'Guest',
        ...strangers,
        'Second',
        'Third',
      ])
      const found = ['Guest', 'Second', 'Third'].map((name) => ({ id: theirs.idOf(name), name }))
      assert.deepEqual(list.json, found)
      // Games write every name of a list in small letters.
      const small = await service.post(`${at}/api/profiles/minecraft`, ['guest'])
      assert.deepEqual(small.json, [{ id, name: 'Guest' }])

      const ask = (username: string) => service.get(`${at}${vendorPath}?username=${username}&serverId=hash`)
      const joined = await ask('Guest')
      assert.equal(joined.status, 200, (await service.logLine(joined)).reason)
      const { properties, ...profile } = joined.json
      assert.deepEqual(profile, { id, name: 'Guest' })
      const named = properties.map(({ name }: { name: string }) => name)
      assert.deepEqual(named, which === unsigned ? [] : ['textures'])
      if (which !== unsigned) {
        const [{ value, signature }] = properties
        assert.ok(
          verify('RSA-SHA1', Buffer.from(value), neighbourKeys.publicKey, Buffer.from(signature, 'base64')),
        )
      }
      assert.deepEqual((await service.get(`${at}/session/profile/${id}?unsigned=false`)).json, joined.json)
      for (const name of ['guest', 'Nobody']) {
        const { status, text } = await ask(name)
        assert.deepEqual([status, text], [204, ''], name)
      }

      service.advance(5 * minuteMs)
      await readDueKeys(context)
      const uses = (await keysOf(context, 'theirs')).map(({ use }) => use).sort()
      const { publicKeys } = services[which]
      assert.deepEqual(uses, [...(publicKeys ? ['chat'] : []), ...(which === unsigned ? [] : ['textures'])])
    })
  }
})
