// The commands of docs/releases.md that verify a release, word for word: they accept the release, and notice a
// changed byte.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ed25519Key } from '../lib/crypto/release-files.ts'

const page = new URL('../../docs/releases.md', import.meta.url)

/** `publicKey`: the key with which the files in `out` were signed. */
export function tryVerifying(out: string, publicKey: string, work: string): void {
  const [, lines] = /^## Verify$[^]*?^```sh\n([^]*?)^```/m.exec(readFileSync(page, 'utf8')) ?? []
  assert.ok(lines)
  const keys = join(work, 'release-keys.pub')
  writeFileSync(keys, `# A comment.\n${publicKey}\n`)
  const script = `set -e\n${lines.replace('/usr/lib/norn/deploy/release-keys.pub', keys)}`
  const copy = join(work, 'downloaded')
  mkdirSync(copy)
  for (const name of readdirSync(out).filter((each) => !/\.(deb|rpm|tgz|gz|tar)$/.test(each)))
    cpSync(join(out, name), join(copy, name))
  const verify = () => spawnSync('sh', ['-c', script], { cwd: copy, encoding: 'utf8' })
  const good = verify()
  assert.equal(good.status, 0, good.stderr)
  assert.match(good.stdout, /Good "norn-release" signature[^]*sbom\.cdx\.json: OK/)
  for (const name of ['sbom.cdx.json', 'manifest.json', 'SHA256SUMS']) {
    const file = join(copy, name)
    const before = readFileSync(file)
    const changed = Buffer.from(before)
    changed.writeUInt8(changed.readUInt8(3) ^ 1, 3)
    writeFileSync(file, changed)
    assert.notEqual(verify().status, 0, `a different ${name} is not noticed`)
    writeFileSync(file, before)
  }
  writeFileSync(keys, `${ed25519Key}\n`)
  assert.notEqual(verify().status, 0, 'any signer is accepted')
}
