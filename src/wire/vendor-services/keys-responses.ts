import { type Static, Type } from 'typebox'
import { isoTime } from '../../lib/text/instant.ts'
import type { PlayerCertificate } from '../../state/keys/player-certificates.ts'

const Keys = Type.Array(
  Type.Object({ publicKey: Type.String({ description: 'DER SubjectPublicKeyInfo in Base64.' }) }),
)

export const PublicKeys = Type.Object({ profilePropertyKeys: Keys, playerCertificateKeys: Keys })

/** Encodes keys that are in DER. */
export function publicKeys(textures: Buffer[], certificates: Buffer[]): Static<typeof PublicKeys> {
  const inBase64 = (keys: Buffer[]) => keys.map((der) => ({ publicKey: der.toString('base64') }))
  return { profilePropertyKeys: inBase64(textures), playerCertificateKeys: inBase64(certificates) }
}

export const PlayerCertificateAnswer = Type.Object({
  keyPair: Type.Object({
    privateKey: Type.String({ description: 'PKCS #8 in PEM, in lines of 76 characters.' }),
    publicKey: Type.String({ description: 'SubjectPublicKeyInfo in PEM, in lines of 76 characters.' }),
  }),
  publicKeySignature: Type.String({ description: 'For game version 1.19.' }),
  publicKeySignatureV2: Type.String({ description: 'For later versions.' }),
  expiresAt: Type.String({ description: 'ISO 8601.' }),
  refreshedAfter: Type.String({ description: 'ISO 8601.' }),
})

export function playerCertificate(certificate: PlayerCertificate): Static<typeof PlayerCertificateAnswer> {
  const { privateKey, publicKey, publicKeySignature, publicKeySignatureV2 } = certificate
  return {
    keyPair: { privateKey, publicKey },
    publicKeySignature,
    publicKeySignatureV2,
    expiresAt: isoTime(certificate.expiresAt),
    refreshedAfter: isoTime(certificate.refreshedAfter),
  }
}
