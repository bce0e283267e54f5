// Shelves of groups, by /api/v1: set up by administrators, worn by members; every instance shows it with the next answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup, deleteGroup } from '../../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../../src/domain/community/members.ts'
import { addToShelf } from '../../../src/domain/wardrobe/shelves.ts'
import { kinds, migrated } from '../../databases.ts'
import { hasJoined, join } from '../../instances/instances.ts'
import { makePng, noise } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../../service.ts'
import { adminClient } from '../admin/api.ts'

const cape = makePng(64, 32, noise(1))

const ofPlayer = (service: RunningService, token: string) => (method: string, path: string) =>
  service.request(`/api/v1/me${path}`, { method, headers: { authorization: `Bearer ${token}` } })

onEveryDatabase('shelves by requests', (start) => {
  test('take files with an API token, and dress players with a launcher’s', async () => {
    const service = await start({ NORN_CAPES: 'off', NORN_WARDROBE_SIZE: '1' })
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    const api = await adminClient(service)
    const post = (query: string, body: Buffer, headers: Record<string, string> = {}) =>
      service.request(`/api/v1/groups/staff/shelf${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.token}`, 'content-type': 'image/png', ...headers },
        body: new Uint8Array(body),
      })
    const once = { 'idempotency-key': 'k' }
    const made = await post('?name=Staff%20cape&kind=cape', cape, once)
    const item = { group: 'staff', name: 'Staff cape', kind: 'cape', hash: made.json.hash }
    assert.deepEqual([made.status, made.json], [201, item])
    assert.deepEqual((await post('?name=Staff%20cape&kind=cape', cape, once)).json, item)
    assert.equal((await post('?name=Staff%20cape&kind=cape', makePng(64, 32, noise(2)), once)).status, 422)
    assert.deepEqual((await post('?name=Staff%20cape', cape)).json.code, 'taken')
    assert.deepEqual((await api.send('GET', '/groups/staff/shelf')).json, { items: [item], next: null })

    const anna = await service.account()
    const token = await service.signIn(anna)
    const ask = ofPlayer(service, token)
    assert.deepEqual((await ask('GET', '/wardrobe?from=shelves')).json, { items: [], next: null })
    await addMembers(context, operator, 'staff', [anna])
    const { items } = (await ask('GET', '/wardrobe?from=shelves')).json
    const [{ id }] = items
    const shown = {
      id,
      name: 'Staff cape',
      kind: 'cape',
      model: null,
      hash: item.hash,
      url: `${service.baseUrl}/textures/${item.hash}`,
      worn: false,
      shared: 'no',
      state: 'kept',
    }
    assert.deepEqual(items, [shown])
    assert.equal((await ask('POST', `/wardrobe/${id}/wear`)).status, 204)
    assert.equal((await ask('GET', '/wardrobe?from=shelves')).json.items[0].worn, true)
    assert.deepEqual((await ask('GET', '/wardrobe')).json.items, [], 'nothing of it is kept')
    assert.equal((await ask('DELETE', `/wardrobe/${id}`)).status, 404)
    const other = ofPlayer(service, await service.signIn(await service.account()))
    assert.deepEqual((await other('POST', `/wardrobe/${id}/wear`)).json.code, 'texture_unknown')
    assert.equal((await ask('DELETE', '/worn/cape')).status, 204)
    assert.equal((await ask('POST', `/wardrobe/${id}/wear`)).status, 204)

    const gone = await api.send('DELETE', '/groups/staff/shelf/Staff%20cape')
    assert.equal(gone.status, 204)
    assert.equal((await service.stored(anna)).textures.cape, undefined)
    assert.equal((await ask('POST', `/wardrobe/${id}/wear`)).status, 404)
    for (const name of ['Staff%20cape', '%00', '%e2%80%ae', 'x'.repeat(300)])
      assert.ok((await api.send('DELETE', `/groups/staff/shelf/${name}`)).status >= 400, name)
    assert.equal((await service.get('/api/v1/groups/staff/shelf')).status, 401)
  })
})

for (const kind of kinds())
  test(`joins and profiles of both instances show every change with the next answer (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const [here, there] = [await startService(database.url), await startService(database.url)]
    t.after(async () => {
      await here.close()
      await there.close()
      await database.drop()
    })
    const anna = await here.account()
    const token = await here.signIn(anna)
    const ask = ofPlayer(there, token)
    const capes = async (serverId: string) => {
      assert.equal((await join(here, anna, token, serverId)).status, 200)
      const answers = [
        await hasJoined(here, anna.username, serverId),
        await here.get(`/session/profile/${anna.id}?unsigned=false`),
        await there.get(`/session/profile/${anna.id}`),
      ]
      return answers.map(({ json }) => {
        const { value } = json.properties.find(({ name }: { name: string }) => name === 'textures')
        return JSON.parse(Buffer.from(value, 'base64').toString()).textures.CAPE?.url.split('/').at(-1)
      })
    }
    const endings = [
      (context: RunningService['context']) => removeMembers(context, operator, 'staff', [anna]),
      (context: RunningService['context']) => deleteGroup(context, operator, 'staff'),
    ]
    for (const [round, end] of endings.entries()) {
      if (round === 0) await createGroup(here.context, operator, { name: 'staff' })
      const { hash } = await addToShelf(here.context, operator, 'staff', {
        png: cape,
        name: `Cape ${round}`,
        kind: 'cape',
      })
      await addMembers(here.context, operator, 'staff', [anna])
      assert.deepEqual(await capes(`bare ${round}`), [undefined, undefined, undefined])
      const [{ id }] = (await ask('GET', '/wardrobe?from=shelves')).json.items
      assert.equal((await ask('POST', `/wardrobe/${id}/wear`)).status, 204)
      assert.deepEqual(await capes(`worn ${round}`), [hash, hash, hash])
      await end(there.context)
    }
    assert.deepEqual(await capes('after'), [undefined, undefined, undefined])
  })
