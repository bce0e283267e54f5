// Signing keys, and the secret that encrypts stored secrets.
import { type Command, command } from '../line/command.ts'

export const keyCommands: readonly Command[] = [
  command({
    name: 'key list',
    summary: 'lists the signing keys',
    help: 'Lists the signing keys: kid, use, createdAt, signsFrom, publishedUntil and state. The states are pending\n(published, signs from signsFrom on), signing, published (replaced, but still needed to verify what it\nsigned), retired, revoked (by rotate --now, at revokedAt) and unreadable (it cannot be decrypted).',
    readOnly: true,
    run: async (given, output) => (await import('../database/key.ts')).list(given, output),
  }),
  command({
    name: 'key rotate',
    arguments: {
      use: {
        choices: ['tokens', 'textures', 'oauth'],
        meaning: 'what the key signs: tokens, textures or oauth',
      },
    },
    options: {
      now: { meaning: 'the key was stolen: the new one signs at once, and all earlier ones are revoked' },
    },
    summary: 'creates a new signing key',
    help: 'Creates a new signing key and prints it; a running service sees it at once. A textures key is published for\nNORN_TEXTURES_KEY_LEAD before it signs, and the key before it for NORN_TEXTURES_KEY_RETENTION after that. A\ntokens key stays published until the last token it signed has expired. An oauth key signs ID tokens with\nRS256 and stays published for a day.\n\nWith --now, nothing that an older key signs or has signed is accepted any more, and no older key is\npublished. "rotate tokens --now" also revokes all tokens of all accounts: everybody has to sign in again.\nAfter "rotate textures --now", restart the game servers: until then they know only the old key.',
    run: async (given, output) => (await import('../database/key.ts')).rotate(given, output),
  }),
  command({
    name: 'secret status',
    summary: 'shows how keys and TOTP secrets are stored',
    help: 'Shows whether the private keys and TOTP secrets in the database are encrypted with NORN_SECRET: state\n(clear, encrypted, secret_missing or secret_wrong), encryptedAt, and erasedAt, the time since which the file\nof the embedded database has contained no traces of how they were stored before.',
    readOnly: true,
    run: async (given, output) => (await import('../database/secret.ts')).status(given, output),
  }),
  command({
    name: 'secret rotate',
    summary: 'encrypts keys and TOTP secrets with a new secret',
    help: 'Encrypts the private keys and TOTP secrets in the database with NORN_NEW_SECRET (or the content of\nNORN_NEW_SECRET_FILE) instead of NORN_SECRET, all or none. Afterwards set NORN_SECRET to the new secret and\nrestart every instance. Until its restart, an instance continues with the keys that it has loaded, and\nanswers sign-ins with a TOTP code with 503. To encrypt for the first time, set NORN_SECRET and start the\nservice.',
    run: async (given, output) => (await import('../database/secret.ts')).rotate(given, output),
  }),
  command({
    name: 'secret remove',
    summary: 'stores keys and TOTP secrets unencrypted again',
    help: 'Decrypts the private keys and TOTP secrets in the database, all or none. NORN_SECRET must still be set;\nafterwards unset it and restart every instance: an instance that starts with it encrypts them again.',
    run: async (given, output) => (await import('../database/secret.ts')).remove(given, output),
  }),
]
