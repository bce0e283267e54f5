// Signatures by an SSH key, which everybody with ssh-keygen can verify.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isoTimeOf, root, type Source } from './checkout.ts'
import { text } from './run.ts'

const release = 'norn-release'
const update = 'norn-update'

/** Throws unless the key makes the same signature each time. */
export function checkKey(key: string): void {
  const [kind] = publicKeyOf(key).split(' ')
  if (kind === 'ssh-ed25519' || kind === 'ssh-rsa') return
  throw new Error(`${key} is of kind ${kind}, which signs differently each time; use Ed25519 or RSA`)
}

/**
 * Writes SHA256SUMS.sig, and latest.txt, the file behind NORN_UPDATE_CHECK. Without a key it writes neither.
 */
export function writeSignatures(source: Source, out: string, key: string | undefined): void {
  if (key === undefined) {
    console.log('not signed: no --key')
    return
  }
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
  writeFileSync(join(out, 'SHA256SUMS.sig'), signed(sums, release, key))
  const line = `norn ${source.version} ${isoTimeOf(source).slice(0, 10)}\n`
  writeFileSync(join(out, 'latest.txt'), line + signed(line, update, key))
  const [, known] = publicKeyOf(key).split(' ')
  if (!readFileSync(join(root, 'deploy/release-keys.pub'), 'utf8').includes(known ?? ''))
    console.log('the key is not in deploy/release-keys.pub: who checks for updates needs NORN_UPDATE_KEY')
}

const publicKeyOf = (key: string): string => text('ssh-keygen', ['-y', '-f', key], root)

function signed(content: string, namespace: string, key: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'norn-sign-'))
  try {
    const file = join(directory, 'content')
    writeFileSync(file, content)
    text('ssh-keygen', ['-q', '-Y', 'sign', '-n', namespace, '-f', key, file], directory)
    return readFileSync(`${file}.sig`, 'utf8')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
