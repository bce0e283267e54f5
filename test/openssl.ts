// Signatures checked by the openssl program: nothing of ours, and nothing of the runtime's.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Signed {
  /** SubjectPublicKeyInfo in PEM. */
  key: string
  data: Buffer
  /** Base64. */
  signature: string
}

/** Whether openssl finds each a good SHA1withRSA (PKCS #1 v1.5) signature. */
export async function opensslVerifies(signed: readonly Signed[]): Promise<boolean[]> {
  const directory = await mkdtemp(join(tmpdir(), 'norn-openssl-'))
  try {
    const answers: boolean[] = []
    for (const [index, { key, data, signature }] of signed.entries()) {
      const file = (name: string) => join(directory, `${index}.${name}`)
      await Promise.all([
        writeFile(file('pem'), key),
        writeFile(file('data'), data),
        writeFile(file('sig'), Buffer.from(signature, 'base64')),
      ])
      const line = ['dgst', '-sha1', '-verify', file('pem'), '-signature', file('sig'), file('data')]
      const said = await run('openssl', line).then(
        ({ stdout }) => stdout.trim(),
        () => '',
      )
      answers.push(said === 'Verified OK')
    }
    return answers
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
