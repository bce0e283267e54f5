// Below the root of a game server nothing can be uploaded, so no profile says that anything could.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addServer } from '../../src/domain/community/servers.ts'
import { onEveryDatabase, operator } from '../service.ts'

onEveryDatabase('profiles below the root of a game server', (_, shared) => {
  test('offer no upload, while those at the API root do', async () => {
    const service = await shared()
    const { id } = await service.account()
    const { root } = await addServer(service.context, operator, { name: 'survival' })
    const path = `/sessionserver/session/minecraft/profile/${id}`
    const names = async (at: string) => {
      const { properties } = (await service.get(`${at}${path}`)).json
      return properties.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await names('/authlib-injector'), ['textures', 'uploadableTextures'])
    assert.deepEqual(await names(new URL(root).pathname.replace(/\/$/, '')), ['textures'])
  })
})
