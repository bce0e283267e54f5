// norn doctor, and the object store of textures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textureStore } from '../../src/cli/doctor/network/texture-store.ts'
import { loadConfig } from '../../src/config/load.ts'
import { startMemoryStore } from '../stores/memory-store.ts'

test('the doctor tells a wrong key, a missing bucket, a wrong clock and a wrong public address apart', async (t) => {
  let now = () => Date.now()
  const store = await startMemoryStore(() => now())
  t.after(() => store.stop())
  const found = async (settings: Record<string, string>) => {
    const { config } = loadConfig({ ...store.settings, ...settings }, '/')
    const nothing = { secretFiles: [], isOnline: false, db: undefined, keys: undefined }
    const rows = [
      await textureStore({ ...nothing, config, root: () => Promise.reject(new Error('no service')) }),
    ]
    return rows
      .flat()
      .map(({ state, message }) => `${state}: ${message}`)
      .join('; ')
  }
  assert.match(await found({}), /^ok: /)
  assert.deepEqual([...store.objects], [], 'nothing is left behind')
  assert.match(
    await found({ NORN_S3_KEY_ID: 'other' }),
    /^wrong: the store does not know the key NORN_S3_KEY_ID/,
  )
  assert.match(
    await found({ NORN_S3_SECRET: 'other' }),
    /^wrong: the store says that NORN_S3_SECRET is not the/,
  )
  const missing = store.settings['NORN_TEXTURES_URL']?.replace('textures', 'texturas') ?? ''
  assert.match(await found({ NORN_TEXTURES_URL: missing }), /^wrong: the store has no bucket texturas/)
  now = () => Date.now() + 20 * 60_000
  assert.match(await found({}), /^wrong: this machine's clock is 20 min behind the store's/)
  now = () => Date.now() - 20 * 60_000
  assert.match(await found({}), /^wrong: this machine's clock is 20 min ahead of the store's/)
  now = () => Date.now()
  assert.match(await found({ NORN_TEXTURES_PUBLIC_URL: `${store.endpoint}/textures/norn` }), /^ok: /)
  const other = `${store.endpoint}/textures/other`
  assert.match(
    await found({ NORN_TEXTURES_PUBLIC_URL: other }),
    /^wrong: \S+ answers 404: games show no skins/,
  )
  store.behave((request, response) => {
    if (request.headers.authorization !== undefined) return false
    response.writeHead(200).end('<h1>Welcome</h1>')
    return true
  })
  const served = await found({ NORN_TEXTURES_PUBLIC_URL: `${store.endpoint}/textures/norn` })
  assert.match(served, /^wrong: \S+ serves something else than the store has/)
  store.behave()
  await store.stop()
  assert.match(await found({}), /^wrong: \S+ does not answer/)
  await store.start()
})
