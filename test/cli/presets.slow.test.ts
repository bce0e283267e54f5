// The program itself with each preset, as an operator adds it: what stands in for the providers is behind TLS, and name
// and address are turned in the process (test/providers/turned.ts).
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { client } from '../providers/quirks.ts'
import { startStandIns } from '../providers/stand-ins.ts'
import { install } from './norn.ts'

const node = ['--require', fileURLToPath(new URL('../providers/turned.ts', import.meta.url))]
const steve = { id: '583231', name: 'Steve', email: 'steve@example.org', isVerified: true }

test('each preset is added, tested and signed in with, by a process of its own', async (t) => {
  const all = await startStandIns()
  t.after(() => all.close())
  all.visitor = steve
  const norn = await install()
  t.after(() => norn.remove())
  const NORN_TEST_TURNED = join(norn.directory, 'turned.json')
  await writeFile(NORN_TEST_TURNED, JSON.stringify(all.turned))
  const port = String(await freePort())
  const at = { NORN_PORT: port, NORN_BASE_URL: `http://127.0.0.1:${port}` }
  const variables = { NORN_TEST_TURNED, NORN_REGISTRATION: 'open', ...at }
  const run = async (line: string, stdin = '') => {
    const { status, stdout, stderr } = await norn.start(line.split(' '), { variables, node, stdin })
    assert.equal(status, 0, `${line}: ${stderr}`)
    assert.ok(!(stdout + stderr).includes(client.secret))
    return stdout
  }
  const presets = ['discord', 'github', 'google', 'microsoft']
  for (const preset of presets) {
    await run(
      `provider add ${preset} --preset ${preset} --client-id ${client.id} --client-secret-stdin`,
      client.secret,
    )
    assert.deepEqual(JSON.parse(await run(`provider test ${preset} --json`)).problems, [])
  }
  const serving = await norn.serve(variables, { node })
  t.after(async () => {
    serving.kill('SIGTERM')
    await serving.ended
  })
  for (const preset of presets) {
    const begun = await fetch(`${serving.baseUrl}/sign-in/with/${preset}`, { redirect: 'manual' })
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    const sentTo = all.signIn(new URL(begun.headers.get('location') ?? ''), steve)
    const back = await fetch(sentTo, { redirect: 'manual', headers: { cookie } })
    assert.deepEqual(
      [back.status, back.headers.get('location')],
      [303, `/register/with/${preset}`],
      serving.output(),
    )
  }
})
