import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'

const signRsa = promisify<string, Buffer, KeyObject, Buffer>(sign)

/** Signs with SHA1withRSA (PKCS #1 v1.5), which every game version can verify, on the thread pool. Returns Base64. */
export async function sha1WithRsa(data: Buffer, key: KeyObject): Promise<string> {
  const signature = await signRsa('RSA-SHA1', data, key)
  return signature.toString('base64')
}
