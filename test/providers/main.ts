// npm run stand-ins: Discord, GitHub, Google and Microsoft on this machine, for trying a Norn by hand.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { client } from './quirks.ts'
import { hosts, startStandIns } from './stand-ins.ts'

const directory = mkdtempSync(join(tmpdir(), 'stand-ins-'))
const turnedAt = join(directory, 'turned.json')
const all = await startStandIns()
all.visitor = { id: '583231', name: 'Steve', email: 'steve@example.org', isVerified: true, roles: [] }
writeFileSync(turnedAt, JSON.stringify(all.turned))

const norn = `NORN_TEST_TURNED=${turnedAt} node --require ${fileURLToPath(new URL('turned.ts', import.meta.url))} bin/norn.cjs`
const rules = hosts.map((host) => `MAP ${host} 127.0.0.1:${all.port}`).join()
process.stdout.write(`Add one:   printf '${client.secret}' | ${norn} provider add discord --preset discord --client-id ${client.id} --client-secret-stdin
Start:     ${norn} serve
Browse:    chromium --user-data-dir=${join(directory, 'browser')} --ignore-certificate-errors --host-resolver-rules="${rules}"

Everybody who signs in is Steve. Each request is printed; SIGINT ends it.
`)
let printed = 0
const printing = setInterval(() => {
  for (const { method, host, path } of all.asked.slice(printed))
    process.stdout.write(`${method} ${host}${path}\n`)
  printed = all.asked.length
}, 200)
process.once('SIGINT', () => {
  clearInterval(printing)
  rmSync(directory, { recursive: true, force: true })
  void all.close()
})
