import { pluralIn } from '../../../lib/text/intl.ts'

const codes = pluralIn('en', { one: 'recovery code', other: 'recovery codes' })

export const security = {
  app: {
    heading: 'Authenticator app',
    isOff:
      'An app on your phone shows a new code every 30 seconds. Once it is on, your password alone is not enough to sign in.',
    launchers:
      'Launchers have no field for the code: type your password, a colon and the code into the password field, like this:',
    example: 'password:123456',
    isOn: (left: number) => `It is on: signing in asks for a code. You have ${codes(left)} left.`,
    setUp: 'Set up authenticator app',
    currentPassword: 'Current password',
    turnOff: 'Turn off',
    newCodes: 'New recovery codes',
    wrongPassword: 'That is not your password. Nothing was changed.',
  },
  setUp: {
    scan: 'Scan the QR code with your authenticator app (any app for one-time codes works), or type the secret key into it.',
    qrCode: 'QR code',
    openApp: 'Open in an app on this device',
    secret: 'Secret key',
    code: 'Code',
    codeHint: 'The six digits that the app shows now. All your other devices will be signed out.',
    submit: 'Turn on',
    wrongCode: 'That is not the code that the app shows now. Check the clock of your phone, and try again.',
  },
  codes: {
    heading: 'Recovery codes',
    explanation:
      'Without your phone, sign in with one of these instead of the code. Each works once. Print them or write them down now: they will not be shown again.',
    list: 'Your recovery codes',
    print: 'Print',
    done: 'I have saved them',
  },
  undo: {
    heading: 'Undo a new way to sign in',
    app: (username: string) =>
      `An authenticator app was added to the account ${username}. Undo this if you did not add it: the app is removed, and everything is signed out.`,
    passkey: (username: string) =>
      `A passkey was added to the account ${username}. Undo this if you did not add it: the passkey is removed, and everything is signed out.`,
    submit: 'Undo',
    dead: 'This link has already been used or has expired, or there is nothing left to undo.',
  },
  flash: {
    undone: 'That was undone, and all your devices were signed out. Choose a new password now.',
    turnedOn: 'The authenticator app is on.',
    turnedOff: 'The authenticator app is off. Your password alone is enough to sign in.',
    codesRenewed: 'These are your new recovery codes. The old ones no longer work.',
    alreadyOn: 'The authenticator app is already on.',
    alreadyOff: 'The authenticator app is already off.',
  },
}
