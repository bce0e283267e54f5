// A player's second factor, textures, tokens and app passwords.
import { type Command, command } from '../line/command.ts'
import { accountArgument } from '../line/common-arguments.ts'

export const playerCommands: readonly Command[] = [
  command({
    name: 'totp enable',
    arguments: accountArgument,
    summary: 'turns two-factor authentication on',
    help: 'Turns two-factor authentication on with a new secret, revokes all tokens of the account, and prints the\nsecret (Base32) and the otpauth URI for an authenticator app, on a terminal also as a QR code. They are\nshown only once. The app shows NORN_SERVER_NAME next to the username.',
    run: async (given, output) => (await import('../accounts/totp.ts')).enable(given, output),
  }),
  command({
    name: 'totp disable',
    arguments: accountArgument,
    summary: 'turns two-factor authentication off',
    help: 'Turns two-factor authentication off: the password alone is enough to sign in.',
    run: async (given, output) => (await import('../accounts/totp.ts')).disable(given, output),
  }),
  command({
    name: 'texture set',
    arguments: accountArgument,
    options: {
      skin: { value: 'FILE', meaning: 'a PNG of 64x64 or 64x32 pixels' },
      model: {
        value: 'MODEL',
        choices: ['default', 'classic', 'slim'],
        meaning: 'default (also called classic) or slim (thin arms); by default detected from the skin',
      },
      cape: { value: 'FILE', meaning: 'a PNG of 64x32 or 22x17 pixels' },
    },
    summary: 'sets the skin or the cape of an account',
    help: 'Sets the skin, the cape, or both. The change is visible to everybody at once. Only the pixels of the files\nare kept. NORN_TEXTURE_MAX_SCALE allows multiples of the sizes.',
    run: async (given, output) => (await import('../accounts/texture.ts')).set(given, output),
  }),
  command({
    name: 'texture remove',
    arguments: accountArgument,
    options: { skin: { meaning: 'the skin' }, cape: { meaning: 'the cape' } },
    summary: 'removes the skin or the cape of an account',
    help: 'Removes the skin, the cape, or both. The change is visible to everybody at once.',
    run: async (given, output) => (await import('../accounts/texture.ts')).remove(given, output),
  }),
  command({
    name: 'app-password list',
    arguments: accountArgument,
    summary: 'lists the app passwords of an account',
    help: 'Lists the app passwords of an account, which its owner creates for launchers: id, name, createdAt, lastUsedAt (up\nto five minutes late), launcher (its User-Agent) and address (both of the last use). The app passwords\nthemselves are not stored.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/app-password.ts')).list(given, output),
  }),
  command({
    name: 'app-password remove',
    arguments: {
      ...accountArgument,
      id: { meaning: 'the id, as "norn app-password list" shows it' },
    },
    summary: 'ends an app password of an account',
    help: 'Ends an app password, with the tokens that were issued with it and their pending joins. The owner is told by\nemail. "norn token revoke" ends all app passwords of an account.',
    run: async (given, output) => (await import('../applications/app-password.ts')).remove(given, output),
  }),
  command({
    name: 'token list',
    arguments: accountArgument,
    summary: 'lists the tokens of an account',
    help: 'Lists the launcher tokens of an account: id, userAgent (of the launcher), address (of the last use),\nfirstUsedAt (the sign-in), lastUsedAt (up to five minutes late), issuedAt (the sign-in, or the last refresh)\nand expiresAt. The tokens themselves are not stored; id is part of the digest by which they are found.',
    readOnly: true,
    run: async (given, output) => (await import('../accounts/token.ts')).list(given, output),
  }),
  command({
    name: 'token revoke',
    arguments: accountArgument,
    options: { id: { value: 'ID', meaning: 'only the token that "norn token list" shows under this id' } },
    summary: 'revokes the tokens of an account',
    help: 'Revokes all tokens of an account with its characters, or one, and prints how many there were. Revoking all also\ncancels pending joins and ends the app passwords. Of a character, only its own end.',
    run: async (given, output) => (await import('../accounts/token.ts')).revoke(given, output),
  }),
]
